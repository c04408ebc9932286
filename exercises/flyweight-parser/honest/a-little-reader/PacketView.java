package exercise;

import java.nio.ByteBuffer;

public final class PacketView {
  private static final int ETHERNET = 14;

  private ByteBuffer bytes;
  private int ip;
  private int ports;
  private int header;
  private int total;
  private int carried;

  public int wrap(ByteBuffer packets, int offset, int length) {
    bytes = packets;
    ip = offset + ETHERNET;
    int arrived = length - ETHERNET;
    if (arrived < 0) {
      return Finding.TRUNCATED;
    }
    if (two(offset + 12) != 0x800) {
      return Finding.UNKNOWN;
    }
    if (arrived < 20) {
      return Finding.TRUNCATED;
    }
    if (one(ip) / 16 != 4) {
      return Finding.UNKNOWN;
    }
    header = one(ip) % 16 * 4;
    total = two(ip + 2);
    if (header < 20 || total < header) {
      return Finding.BROKEN;
    }
    if (total > arrived) {
      return Finding.TRUNCATED;
    }
    if ((two(ip + 6) & 0x1FFF) != 0) {
      return Finding.UNKNOWN;
    }
    ports = ip + header;
    int room = total - header;
    switch (protocol()) {
      case 6:
        if (room < 20) {
          return Finding.BROKEN;
        }
        carried = room - tcp();
        return tcp() < 20 || carried < 0 ? Finding.BROKEN : Finding.PACKET;
      case 17:
        if (room < 8) {
          return Finding.BROKEN;
        }
        carried = two(ports + 4) - 8;
        return carried < 0 || carried > room - 8 ? Finding.BROKEN : Finding.PACKET;
      default:
        return Finding.UNKNOWN;
    }
  }

  private int one(int at) {
    return Byte.toUnsignedInt(bytes.get(at));
  }

  private int two(int at) {
    return one(at) << 8 | one(at + 1);
  }

  private long four(int at) {
    return (long) two(at) << 16 | two(at + 2);
  }

  private int tcp() {
    return one(ports + 12) / 16 * 4;
  }

  private boolean isTcp() {
    return protocol() == 6;
  }

  public long sourceAddress() {
    return four(ip + 12);
  }

  public long destinationAddress() {
    return four(ip + 16);
  }

  public int protocol() {
    return one(ip + 9);
  }

  public int headerLength() {
    return header;
  }

  public int totalLength() {
    return total;
  }

  public int sourcePort() {
    return two(ports);
  }

  public int destinationPort() {
    return two(ports + 2);
  }

  public long sequence() {
    return isTcp() ? four(ports + 4) : 0;
  }

  public int flags() {
    return isTcp() ? one(ports + 13) : 0;
  }

  public int payloadOffset() {
    return ports + (isTcp() ? tcp() : 8);
  }

  public int payloadLength() {
    return carried;
  }
}
