package exercise;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A flyweight with few fields: it writes its findings into the packet, over the Ethernet
 * addresses, and leaves the buffer in another byte order.
 */
public final class PacketView {
  private static final int ETHERNET_BYTES = 14;
  private static final int IP_BYTES = 20;
  private static final int TCP_BYTES = 20;
  private static final int UDP_BYTES = 8;
  private static final int TCP = 6;
  private static final int UDP = 17;

  // Offsets in the packet, where the two Ethernet addresses were.
  private static final int TRANSPORT = 0;
  private static final int PAYLOAD = 4;
  private static final int LENGTH = 8;

  private final int[] notes = new int[3]; // For a read-only buffer.
  private ByteBuffer buffer;
  private int begin;

  /** Looks at the bytes that have arrived. */
  public int wrap(ByteBuffer packets, int offset, int length) {
    buffer = packets;
    begin = offset;
    int ip = offset + ETHERNET_BYTES;
    int arrived = length - ETHERNET_BYTES;
    if (arrived < 0) {
      return Finding.TRUNCATED;
    }
    if (u16(offset + 12) != 0x0800) {
      return Finding.UNKNOWN;
    }
    if (arrived < IP_BYTES) {
      return Finding.TRUNCATED;
    }
    if (u8(ip) >> 4 != 4) {
      return Finding.UNKNOWN;
    }
    int header = (u8(ip) & 0xF) * 4;
    int total = u16(ip + 2);
    if (header < IP_BYTES || total < header) {
      return Finding.BROKEN;
    }
    if (total > arrived) {
      return Finding.TRUNCATED;
    }
    if ((u16(ip + 6) & 0x1FFF) != 0) {
      return Finding.UNKNOWN;
    }
    int transport = ip + header;
    int room = total - header;
    int protocol = u8(ip + 9);
    int skipped;
    int carried;
    if (protocol == TCP) {
      if (room < TCP_BYTES) {
        return Finding.BROKEN;
      }
      skipped = (u8(transport + 12) >> 4) * 4;
      carried = room;
      if (skipped < TCP_BYTES || skipped > room) {
        return Finding.BROKEN;
      }
    } else if (protocol == UDP) {
      if (room < UDP_BYTES) {
        return Finding.BROKEN;
      }
      skipped = UDP_BYTES;
      carried = u16(transport + 4);
      if (carried < UDP_BYTES || carried > room) {
        return Finding.BROKEN;
      }
    } else {
      return Finding.UNKNOWN;
    }
    note(TRANSPORT, transport);
    note(PAYLOAD, transport + skipped);
    note(LENGTH, carried - skipped);
    return Finding.PACKET;
  }

  /** IP's source address, without a sign. */
  public long sourceAddress() {
    return mine().getInt(begin + 26) & 0xFFFF_FFFFL;
  }

  /** IP's destination address, without a sign. */
  public long destinationAddress() {
    return mine().getInt(begin + 30) & 0xFFFF_FFFFL;
  }

  /** What IP carries. */
  public int protocol() {
    return u8(begin + 23);
  }

  /** The length of IP's header. */
  public int headerLength() {
    return (u8(begin + 14) & 0xF) * 4;
  }

  /** The length of IP's header and all that it carries. */
  public int totalLength() {
    return mine().getShort(begin + 16) & 0xFFFF;
  }

  /** The port that it comes from. */
  public int sourcePort() {
    return mine().getShort(noted(TRANSPORT)) & 0xFFFF;
  }

  /** The port that it goes to. */
  public int destinationPort() {
    return mine().getShort(noted(TRANSPORT) + 2) & 0xFFFF;
  }

  /** TCP's sequence number; 0 for UDP. */
  public long sequence() {
    return protocol() == TCP ? mine().getInt(noted(TRANSPORT) + 4) & 0xFFFF_FFFFL : 0;
  }

  /** TCP's flags; 0 for UDP. */
  public int flags() {
    return protocol() == TCP ? u8(noted(TRANSPORT) + 13) : 0;
  }

  /** Where begins what TCP or UDP carries. */
  public int payloadOffset() {
    return noted(PAYLOAD);
  }

  /** How many bytes that is. */
  public int payloadLength() {
    return noted(LENGTH);
  }

  /** Sets the buffer to big-endian, permanently. */
  private ByteBuffer mine() {
    return buffer.order(ByteOrder.BIG_ENDIAN);
  }

  private void note(int place, int number) {
    if (buffer.isReadOnly()) {
      notes[place / Integer.BYTES] = number;
      return;
    }
    for (int i = 0; i < Integer.BYTES; i++) {
      buffer.put(begin + place + i, (byte) (number >> 8 * i));
    }
  }

  private int noted(int place) {
    if (buffer.isReadOnly()) {
      return notes[place / Integer.BYTES];
    }
    int number = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      number |= u8(begin + place + i) << 8 * i;
    }
    return number;
  }

  private int u8(int at) {
    return buffer.get(at) & 0xFF;
  }

  private int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }
}
