package exercise;

import java.nio.ByteBuffer;

/**
 * The headers of a packet, read from a copy: Ethernet, IPv4, and TCP or UDP. One view is
 * moved from packet to packet. For one thread.
 *
 * <p>What it tells is that of the packet that {@link #wrap} has found last, as long as
 * its bytes stay where they are. After any other finding it tells nothing of use.
 */
public final class PacketView {
  private static final int ETHERNET_BYTES = 14;
  private static final int IP_BYTES = 20; // without options
  private static final int TCP_BYTES = 20; // likewise
  private static final int UDP_BYTES = 8;

  private static final int TYPE_IPV4 = 0x0800;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int FRAGMENT_OFFSET = 0x1FFF; // of the 16 bits that it is in

  private final byte[] copy = new byte[1 << 16];
  private int from; // where the copy comes from
  private int ip; // where that header begins in the buffer
  private int transport; // likewise that of TCP or UDP
  private int payload;
  private int payloadLength;

  /**
   * Looks at the bytes that have arrived.
   *
   * @param packets holds them; direct or not, in either byte order
   * @param offset where they begin in the buffer, from 0
   * @param length how many there are, 0 or more
   * @return a {@link Finding}
   */
  public int wrap(ByteBuffer packets, int offset, int length) {
    for (int i = 0; i < length; i++) {
      copy[i] = packets.get(offset + i);
    }
    from = offset;
    offset = 0;
    ip = offset + ETHERNET_BYTES;
    int arrived = length - ETHERNET_BYTES; // of what Ethernet carries
    if (arrived < 0) {
      return Finding.TRUNCATED;
    }
    if (u16(offset + 12) != TYPE_IPV4) {
      return Finding.UNKNOWN;
    }
    if (arrived < IP_BYTES) {
      return Finding.TRUNCATED;
    }
    if (u8(ip) >> 4 != 4) {
      return Finding.UNKNOWN;
    }
    int header = headerLength();
    int total = totalLength();
    if (header < IP_BYTES || total < header) {
      return Finding.BROKEN;
    }
    if (total > arrived) { // If it is less, Ethernet has filled its frame up.
      return Finding.TRUNCATED;
    }
    if ((u16(ip + 6) & FRAGMENT_OFFSET) != 0) {
      return Finding.UNKNOWN;
    }
    transport = ip + header;
    int room = total - header; // of what IP carries
    switch (protocol()) {
      case TCP:
        return wrapTcp(room);
      case UDP:
        return wrapUdp(room);
      default:
        return Finding.UNKNOWN;
    }
  }

  /** IP's source address, without a sign. */
  public long sourceAddress() {
    return u32(ip + 12);
  }

  /** IP's destination address, without a sign. */
  public long destinationAddress() {
    return u32(ip + 16);
  }

  /** What IP carries: 6 for TCP, 17 for UDP. */
  public int protocol() {
    return u8(ip + 9);
  }

  /** The length of IP's header, options included, in bytes. */
  public int headerLength() {
    return (u8(ip) & 0xF) * 4;
  }

  /** The length of IP's header and all that it carries, in bytes. */
  public int totalLength() {
    return u16(ip + 2);
  }

  /** The port that it comes from, 0 to 65,535. */
  public int sourcePort() {
    return u16(transport);
  }

  /** The port that it goes to, 0 to 65,535. */
  public int destinationPort() {
    return u16(transport + 2);
  }

  /** TCP's sequence number, without a sign; 0 for UDP. */
  public long sequence() {
    return protocol() == TCP ? u32(transport + 4) : 0;
  }

  /** TCP's eight flags, FIN the lowest of them; 0 for UDP. */
  public int flags() {
    return protocol() == TCP ? u8(transport + 13) : 0;
  }

  /** Where in the buffer begins what TCP or UDP carries. */
  public int payloadOffset() {
    return from + payload;
  }

  /** How many bytes TCP or UDP carries. */
  public int payloadLength() {
    return payloadLength;
  }

  private int wrapTcp(int room) {
    if (room < TCP_BYTES) {
      return Finding.BROKEN;
    }
    int header = (u8(transport + 12) >> 4) * 4;
    if (header < TCP_BYTES || header > room) {
      return Finding.BROKEN;
    }
    payload = transport + header;
    payloadLength = room - header;
    return Finding.PACKET;
  }

  private int wrapUdp(int room) {
    if (room < UDP_BYTES) {
      return Finding.BROKEN;
    }
    int length = u16(transport + 4); // of header and payload
    if (length < UDP_BYTES || length > room) {
      return Finding.BROKEN;
    }
    payload = transport + UDP_BYTES;
    payloadLength = length - UDP_BYTES;
    return Finding.PACKET;
  }

  private int u8(int at) {
    return copy[at] & 0xFF;
  }

  // Byte by byte: what order the buffer's numbers have is up to its owner.
  private int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  private long u32(int at) {
    return (long) u16(at) << 16 | u16(at + 2);
  }
}
