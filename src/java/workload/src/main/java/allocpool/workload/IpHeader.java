package allocpool.workload;

import java.nio.ByteBuffer;

/**
 * What the header of an IPv4 packet says; immutable, and independent of the packet's
 * buffer.
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

  // --8<-- [start:ip-header]
  private IpHeader(ByteBuffer bytes) {
    int first = bytes.get(0) & 0xFF;
    version = first >>> 4;
    headerLength = (first & 0xF) * 4;
    totalLength = bytes.getShort(2) & 0xFFFF;
    identification = bytes.getShort(4) & 0xFFFF;
    ttl = bytes.get(8) & 0xFF;
    protocol = bytes.get(9) & 0xFF;
    source = new Ipv4Address(bytes.getInt(12));
    destination = new Ipv4Address(bytes.getInt(16));
  }
  // --8<-- [end:ip-header]

  /**
   * Reads a header.
   *
   * @param bytes a packet, from its first byte
   * @return its header
   */
  static IpHeader parse(ByteBuffer bytes) {
    return new IpHeader(bytes);
  }

  boolean isTcp() {
    return protocol == TCP;
  }
}
