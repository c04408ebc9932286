package driver;

import exercise.SpscRing;

/**
 * Sends unpredictable numbers, and stores a value in plain memory before each push: a
 * ring that makes only the numbers themselves visible delivers wrong values with them.
 */
final class Sender extends Other {
  /**
   * A power of two that exceeds any ring by more than two: before a place is written
   * again, the number that it belonged to has been popped, and another one after it.
   */
  private static final int PLACES = 2048;

  private static final int NOT_YET = -1;

  private final long[] behind = new long[PLACES];
  private final long count;
  private final Drawn numbers;
  private volatile long accepted = NOT_YET;

  Sender(SpscRing ring, long count, long seed) {
    super(ring);
    this.count = count;
    numbers = new Drawn(seed);
  }

  @Override
  void act() {
    try {
      send();
    } finally {
      accept(count);
    }
  }

  private void send() {
    for (long n = 0; n < count; n++) {
      long number = numbers.next();
      behind[place(n)] = number * 31;
      while (!ring.tryPush(number)) {
        accept(n);
        if (!isWanted()) {
          return;
        }
        Thread.yield();
      }
    }
  }

  /** Counts only until the first push that is rejected. */
  private void accept(long pushes) {
    if (accepted == NOT_YET) {
      accepted = pushes;
    }
  }

  /** How many pushes the ring accepted in a row; waits until it has rejected one. */
  long accepted() {
    while (accepted == NOT_YET) {
      Thread.yield();
    }
    return accepted;
  }

  /** The value stored before the push of a number that arrives after {@code others}. */
  long behind(long others) {
    return behind[place(others)];
  }

  private static int place(long number) {
    return (int) number & (PLACES - 1);
  }
}
