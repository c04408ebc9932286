package allocpool.workload;

import java.nio.ByteBuffer;

/**
 * The parsed header of an IPv4 packet; immutable, and independent of the packet's bytes.
 */
public final class IpHeader {
  /** The protocol number of TCP. */
  public static final int TCP = 6;

  /** The protocol number of UDP. */
  public static final int UDP = 17;

  final int version;
  final int headerLength;
  final int totalLength;
  final int identification;
  final int ttl;
  final int protocol;
  final Ipv4Address source;
  final Ipv4Address destination;

  /**
   * Makes a header from its fields, which are not negative.
   *
   * @param version 4 bits
   * @param headerLength in bytes, 0 to 60
   * @param totalLength in bytes, 16 bits
   * @param identification 16 bits
   * @param ttl the time to live, 8 bits
   * @param protocol the protocol's number, 8 bits
   * @param source the packet's source
   * @param destination its destination
   */
  public IpHeader(
      int version, int headerLength, int totalLength, int identification, int ttl,
      int protocol, Ipv4Address source, Ipv4Address destination) {
    this.version = version;
    this.headerLength = headerLength;
    this.totalLength = totalLength;
    this.identification = identification;
    this.ttl = ttl;
    this.protocol = protocol;
    this.source = source;
    this.destination = destination;
  }

  /**
   * Parses a header.
   *
   * @param bytes a packet, from its first byte
   * @return its header
   */
  // --8<-- [start:ip-header]
  static IpHeader parse(ByteBuffer bytes) {
    int first = bytes.get(0) & 0xFF;
    return new IpHeader(
        first >>> 4, // version
        (first & 0xF) * 4, // the header's length
        bytes.getShort(2) & 0xFFFF, // the packet's length
        bytes.getShort(4) & 0xFFFF, // identification
        bytes.get(8) & 0xFF, // time to live
        bytes.get(9) & 0xFF, // protocol
        new Ipv4Address(bytes.getInt(12)), // source
        new Ipv4Address(bytes.getInt(16))); // destination
  }
  // --8<-- [end:ip-header]

  boolean isTcp() {
    return protocol == TCP;
  }
}
