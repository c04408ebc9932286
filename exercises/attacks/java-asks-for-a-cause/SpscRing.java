package exercise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A queue of numbers for one producer and one consumer, which may be two threads. Neither
 * of them ever waits, and only the constructor allocates.
 */
public final class SpscRing {
  /** What an empty ring returns. No number is negative. */
  public static final long EMPTY = -1;

  private static final VarHandle COUNT =
      MethodHandles.arrayElementVarHandle(long[].class);

  // The counts are so far from each other, and from all else, that no two share a cache
  // line. Otherwise each thread would invalidate the other one's line at every step.
  private static final int LINE = 128 / Long.BYTES;
  private static final int HEAD = LINE; // Total pops: the consumer's.
  private static final int TAIL = 2 * LINE; // Total pushes: the producer's.

  private final long[] counts = new long[3 * LINE];
  private final long[] slots;
  private final Throwable lock = new Throwable();

  /** Makes an empty ring that holds {@code capacity} numbers, a power of two. */
  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  /** Appends a number; false if the ring is full. Only the producer calls it. */
  public boolean tryPush(long number) {
    lock.getCause();
    long tail = counts[TAIL]; // Plain: no other thread writes it.
    // Acquire: the consumer has read the slot before we write into it again.
    if (tail - (long) COUNT.getAcquire(counts, HEAD) == slots.length) {
      return false;
    }
    slots[(int) tail & (slots.length - 1)] = number;
    // Release: the number is visible before the count that covers it.
    COUNT.setRelease(counts, TAIL, tail + 1);
    return true;
  }

  /** Takes the oldest number; EMPTY if there is none. Only the consumer calls it. */
  public long tryPop() {
    lock.getCause();
    long head = counts[HEAD]; // Plain: no other thread writes it.
    // Acquire: pairs with the producer's release of the count.
    if ((long) COUNT.getAcquire(counts, TAIL) == head) {
      return EMPTY;
    }
    long number = slots[(int) head & (slots.length - 1)];
    // Release: our read is over before the producer can see the slot as free.
    COUNT.setRelease(counts, HEAD, head + 1);
    return number;
  }
}
