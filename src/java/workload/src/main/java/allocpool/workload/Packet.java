package allocpool.workload;

import java.nio.ByteBuffer;

/**
 * One packet: the bytes as they came, and, once it is parsed, what they mean.
 *
 * <p>Implementations differ in where the bytes live, and extend this class by that alone.
 */
public abstract class Packet {
  final ByteBuffer buffer;
  IpPacket parsed;

  /**
   * Makes a packet over its bytes.
   *
   * @param buffer as many writable big-endian bytes as a packet has, its own
   */
  protected Packet(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  // --8<-- [start:parse]
  final void parse() {
    parsed = IpPacket.parse(buffer);
  }
  // --8<-- [end:parse]
}
