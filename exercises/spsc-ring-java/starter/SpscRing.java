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

  // Your code here.

  /** Makes an empty ring that holds {@code capacity} numbers, a power of two. */
  public SpscRing(int capacity) {
    // Your code here.
  }

  /** Appends a number; false if the ring is full. Only the producer calls it. */
  public boolean tryPush(long number) {
    // Your code here.
    return true; // Wrong at once, but nothing waits.
  }

  /** Takes the oldest number; EMPTY if there is none. Only the consumer calls it. */
  public long tryPop() {
    // Your code here.
    return 0;
  }
}
