package allocpool.workload;

import java.nio.ByteBuffer;

/** A packet whose bytes are reached through a buffer, in the Java heap or outside it. */
public abstract class BufferPacket extends Packet {
  private final ByteBuffer buffer;

  /**
   * Makes a packet over its bytes.
   *
   * @param buffer the packet's own bytes, writable and big-endian
   */
  protected BufferPacket(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  @Override
  protected final void fill(PacketSource source) {
    source.fill(buffer);
  }

  @Override
  protected final IpPacket read() {
    return IpPacket.parse(buffer);
  }
}
