package allocpool.queues.peers;

import allocpool.queues.TickReader;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/** The reading end of an Agrona ring buffer. */
final class RingBufferReader extends DrainedReader implements MessageHandler {
  private final RingBuffer ring;

  private RingBufferReader(RingBuffer ring) {
    this.ring = ring;
  }

  static TickReader create(RingBuffer ring) {
    return new RingBufferReader(ring);
  }

  @Override
  int drain() {
    return ring.read(this, MOST);
  }

  @Override
  public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
    keep(buffer.getInt(index));
  }
}
