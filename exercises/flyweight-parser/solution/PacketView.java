package exercise;

import java.nio.ByteBuffer;

/**
 * Reads a packet's headers in place: Ethernet, IPv4, and TCP or UDP. A single view can
 * move from packet to packet. It copies nothing, allocates nothing, and leaves the buffer
 * unchanged. For one thread.
 *
 * <p>The methods return the fields of the packet that {@link #wrap} has found last, as
 * long as its bytes stay where they are. After any other finding they return garbage.
 */
public final class PacketView {
  // BEGIN SOLUTION
  private static final int ETHERNET_BYTES = 14;
  private static final int IP_BYTES = 20; // without options
  private static final int TCP_BYTES = 20; // likewise
  private static final int UDP_BYTES = 8;

  private static final int TYPE_IPV4 = 0x0800;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int FRAGMENT_OFFSET = 0x1FFF; // a mask for its 16 bits

  private ByteBuffer buffer;
  private int ip; // where the IP header begins in the buffer
  private int transport; // likewise, the header of TCP or UDP
  private int payload;
  private int payloadLength;
  // END SOLUTION

  /**
   * Parses the bytes that have arrived.
   *
   * @param packets the buffer with the bytes; direct or not, in either byte order
   * @param offset where they begin in the buffer, from 0
   * @param length how many there are, 0 or more
   * @return a {@link Finding}
   */
  public int wrap(ByteBuffer packets, int offset, int length) {
    // BEGIN SOLUTION
    buffer = packets;
    ip = offset + ETHERNET_BYTES;
    int arrived = length - ETHERNET_BYTES; // bytes of Ethernet's payload
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
    if (total > arrived) { // If it is less, Ethernet has padded its frame.
      return Finding.TRUNCATED;
    }
    if ((u16(ip + 6) & FRAGMENT_OFFSET) != 0) {
      return Finding.UNKNOWN;
    }
    transport = ip + header;
    int room = total - header; // bytes of IP's payload
    switch (protocol()) {
      case TCP:
        return wrapTcp(room);
      case UDP:
        return wrapUdp(room);
      default:
        return Finding.UNKNOWN;
    }
    // STARTER: return Finding.UNKNOWN;
    // END SOLUTION
  }

  /** IP's source address, unsigned. */
  public long sourceAddress() {
    // BEGIN SOLUTION
    return u32(ip + 12);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** IP's destination address, unsigned. */
  public long destinationAddress() {
    // BEGIN SOLUTION
    return u32(ip + 16);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The protocol that IP carries: 6 for TCP, 17 for UDP. */
  public int protocol() {
    // BEGIN SOLUTION
    return u8(ip + 9);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The length of IP's header, including options, in bytes. */
  public int headerLength() {
    // BEGIN SOLUTION
    return (u8(ip) & 0xF) * 4;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The length of IP's header and payload, in bytes. */
  public int totalLength() {
    // BEGIN SOLUTION
    return u16(ip + 2);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The source port, 0 to 65,535. */
  public int sourcePort() {
    // BEGIN SOLUTION
    return u16(transport);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The destination port, 0 to 65,535. */
  public int destinationPort() {
    // BEGIN SOLUTION
    return u16(transport + 2);
    // STARTER: return 0;
    // END SOLUTION
  }

  /** TCP's sequence number, unsigned; 0 for UDP. */
  public long sequence() {
    // BEGIN SOLUTION
    return protocol() == TCP ? u32(transport + 4) : 0;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** TCP's eight flags, with FIN as the lowest bit; 0 for UDP. */
  public int flags() {
    // BEGIN SOLUTION
    return protocol() == TCP ? u8(transport + 13) : 0;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** Where the payload of TCP or UDP begins in the buffer. */
  public int payloadOffset() {
    // BEGIN SOLUTION
    return payload;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The length of that payload, in bytes. */
  public int payloadLength() {
    // BEGIN SOLUTION
    return payloadLength;
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
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
    return buffer.get(at) & 0xFF;
  }

  // Byte by byte, because the buffer's byte order is up to its owner.
  private int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  private long u32(int at) {
    return (long) u16(at) << 16 | u16(at + 2);
  }
  // END SOLUTION
}
