package allocpool.workload;

import java.nio.ByteBuffer;

/**
 * A parsed packet. With its header, the header's two addresses and the view of its
 * payload it makes five objects: the cost of parsing for a collector.
 */
public final class IpPacket {
  final IpHeader header;
  final int sourcePort;
  final int destinationPort;
  final Object payload;

  /**
   * Makes a packet from its parts.
   *
   * @param header its header
   * @param sourcePort 0 to 65,535
   * @param destinationPort 0 to 65,535
   * @param payload a read-only view of the bytes behind the header; its type depends on
   *     the implementation
   */
  public IpPacket(
      IpHeader header, int sourcePort, int destinationPort, Object payload) {
    this.header = header;
    this.sourcePort = sourcePort;
    this.destinationPort = destinationPort;
    this.payload = payload;
  }

  // --8<-- [start:ip-packet]
  static IpPacket parse(ByteBuffer bytes) {
    IpHeader header = IpHeader.parse(bytes);
    ByteBuffer payload = bytes.asReadOnlyBuffer();
    payload.position(header.headerLength);
    int sourcePort = bytes.getShort(header.headerLength) & 0xFFFF;
    int destinationPort = bytes.getShort(header.headerLength + 2) & 0xFFFF;
    return new IpPacket(header, sourcePort, destinationPort, payload);
  }
  // --8<-- [end:ip-packet]
}
