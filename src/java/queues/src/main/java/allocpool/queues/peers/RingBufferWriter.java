package allocpool.queues.peers;

import allocpool.queues.TickWriter;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/**
 * The writing end of an Agrona ring buffer: a tick is a four-byte message, written in
 * place.
 */
final class RingBufferWriter extends TickWriter {
  private static final int TICK = 1; // the type of our messages; any positive number

  private final RingBuffer ring;

  private RingBufferWriter(RingBuffer ring) {
    this.ring = ring;
  }

  static TickWriter create(RingBuffer ring) {
    return new RingBufferWriter(ring);
  }

  @Override
  public int push(int first, int count) {
    int appended = 0;
    while (appended < count && offer(first + appended)) {
      appended++;
    }
    return appended;
  }

  private boolean offer(int number) {
    int index = ring.tryClaim(TICK, Integer.BYTES);
    if (index < 0) {
      return false; // full
    }
    ring.buffer().putInt(index, number);
    ring.commit(index);
    return true;
  }
}
