package allocpool.workload;

import java.nio.ByteBuffer;

/**
 * Simulates the network: writes the headers of one packet after another. Not thread-safe.
 */
public final class PacketSource {
  private final Generator generator;

  /**
   * Makes a source.
   *
   * @param generator the packets' generator
   */
  public PacketSource(Generator generator) {
    this.generator = generator;
  }

  /**
   * Advances to the next packet, for packets without a buffer to fill.
   *
   * @return the number from which {@link #fill} would make it
   */
  public long next() {
    return generator.next();
  }

  /**
   * Writes the next packet's IP header and ports.
   *
   * @param bytes the destination, from its first byte; big-endian
   */
  // --8<-- [start:fill]
  public void fill(ByteBuffer bytes) {
    long r = generator.next();
    bytes.put(0, (byte) 0x45); // version 4, five words of header
    bytes.put(1, (byte) 0);
    bytes.putShort(2, (short) Sizes.PACKET_BYTES);
    bytes.putShort(4, (short) r);
    bytes.putShort(6, (short) 0x4000); // don't fragment
    bytes.put(8, (byte) 64);
    bytes.put(9, (byte) ((r & 15) == 0 ? IpHeader.TCP : IpHeader.UDP));
    bytes.putShort(10, (short) 0);
    bytes.putInt(12, 0x0A000000 | (int) (r >>> 4 & 0xFFFFFF)); // from 10.*.*.*
    bytes.putInt(16, 0xC0A80000 | (int) (r >>> 28 & 0xFFFF)); // to 192.168.*.*
    bytes.putShort(20, (short) (r >>> 44));
    bytes.putShort(22, (short) (r >>> 8));
  }
  // --8<-- [end:fill]
}
