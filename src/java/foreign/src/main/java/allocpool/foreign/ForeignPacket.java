package allocpool.foreign;

import allocpool.workload.IpHeader;
import allocpool.workload.IpPacket;
import allocpool.workload.Ipv4Address;
import allocpool.workload.Packet;
import allocpool.workload.PacketSource;
import allocpool.workload.Sizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A packet whose bytes are a slice of a memory segment. Layouts define how values are
 * stored: big-endian, and unaligned, since network data has no guaranteed alignment.
 * Alignment would also be checked at every access.
 */
final class ForeignPacket extends Packet {
  // --8<-- [start:layouts]
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  // --8<-- [end:layouts]

  final int slot;
  private final MemorySegment segment;

  /**
   * Makes a packet over its bytes.
   *
   * @param slot the number by which the bytes are released
   * @param segment the packet's own bytes, writable
   */
  ForeignPacket(int slot, MemorySegment segment) {
    this.slot = slot;
    this.segment = segment;
  }

  @Override
  protected void fill(PacketSource source) {
    long r = source.next();
    segment.set(BYTE, 0, (byte) 0x45); // version 4, five words of header
    segment.set(BYTE, 1, (byte) 0);
    segment.set(SHORT, 2, (short) Sizes.PACKET_BYTES);
    segment.set(SHORT, 4, (short) r);
    segment.set(SHORT, 6, (short) 0x4000); // don't fragment
    segment.set(BYTE, 8, (byte) 64);
    segment.set(BYTE, 9, (byte) ((r & 15) == 0 ? IpHeader.TCP : IpHeader.UDP));
    segment.set(SHORT, 10, (short) 0);
    segment.set(INT, 12, 0x0A000000 | (int) (r >>> 4 & 0xFFFFFF)); // from 10.*.*.*
    segment.set(INT, 16, 0xC0A80000 | (int) (r >>> 28 & 0xFFFF)); // to 192.168.*.*
    segment.set(SHORT, 20, (short) (r >>> 44));
    segment.set(SHORT, 22, (short) (r >>> 8));
  }

  // --8<-- [start:read]
  @Override
  protected IpPacket read() {
    int first = segment.get(BYTE, 0) & 0xFF;
    int headerLength = (first & 0xF) * 4;
    IpHeader header = new IpHeader(
        first >>> 4, // version
        headerLength,
        segment.get(SHORT, 2) & 0xFFFF, // the packet's length
        segment.get(SHORT, 4) & 0xFFFF, // identification
        segment.get(BYTE, 8) & 0xFF, // time to live
        segment.get(BYTE, 9) & 0xFF, // protocol
        new Ipv4Address(segment.get(INT, 12)), // source
        new Ipv4Address(segment.get(INT, 16))); // destination
    int sourcePort = segment.get(SHORT, headerLength) & 0xFFFF;
    int destinationPort = segment.get(SHORT, headerLength + 2) & 0xFFFF;
    MemorySegment payload = segment.asSlice(headerLength).asReadOnly();
    return new IpPacket(header, sourcePort, destinationPort, payload);
  }
  // --8<-- [end:read]
}
