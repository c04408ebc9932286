package allocpool.queues.peers;

import allocpool.queues.BufferWords;
import allocpool.queues.Ends;
import org.agrona.BitUtil;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.SpscArrayQueue;

/**
 * Makes the peers. As with our own queues, a program that uses one loads only that one.
 *
 * <p>Their capacities are powers of two: the requested capacity is rounded up, and has a
 * lower bound of a few ticks.
 */
public final class Peers {
  /** A four-byte message's size: a header of eight, padded to a multiple of eight. */
  private static final int MESSAGE_BYTES = 16;

  /** A ring buffer accepts messages of up to an eighth of its size. */
  private static final int LEAST_MESSAGES = 16;

  private static final int MOST_MESSAGES = 1 << 26;

  private Peers() {}

  /**
   * Makes JCTools' array queue.
   *
   * @param capacity the number of ticks that wait, at least 1
   * @return its ends
   */
  public static Ends jctoolsArrayQueue(int capacity) {
    SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(capacity);
    return new Ends(OfferingWriter.create(queue), JctoolsReader.create(queue));
  }

  /**
   * Makes Agrona's array queue.
   *
   * @param capacity the number of ticks that wait, at least 1
   * @return its ends
   */
  public static Ends agronaArrayQueue(int capacity) {
    OneToOneConcurrentArrayQueue<Integer> queue =
        new OneToOneConcurrentArrayQueue<>(Math.max(2, capacity));
    return new Ends(OfferingWriter.create(queue), AgronaArrayReader.create(queue));
  }

  /**
   * Makes Agrona's ring buffer, which moves byte messages in shared memory.
   *
   * @param capacity the number of ticks that wait, 1 to 2^26
   * @return its ends
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public static Ends agronaRingBuffer(int capacity) {
    if (capacity < 1 || capacity > MOST_MESSAGES) {
      throw new IllegalArgumentException(
          "queue: capacity " + capacity + " is not in 1 to " + MOST_MESSAGES);
    }
    int messages = BitUtil.findNextPositivePowerOfTwo(Math.max(LEAST_MESSAGES, capacity));
    int bytes = messages * MESSAGE_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
    // The size must be exact: the trailer is found behind the last power of two.
    RingBuffer ring =
        new OneToOneRingBuffer(new UnsafeBuffer(BufferWords.allocate(bytes), 0, bytes));
    return new Ends(RingBufferWriter.create(ring), RingBufferReader.create(ring));
  }
}
