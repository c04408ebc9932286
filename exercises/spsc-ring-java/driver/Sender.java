package driver;

import exercise.SpscRing;

/**
 * Sends numbers that nobody knows before they are pushed, with something in plain memory
 * behind each of them: a ring that makes only the numbers themselves visible delivers the
 * wrong thing with them.
 */
final class Sender extends Other {
  /**
   * A power of two, larger by more than two than any ring: before a place is written
   * again, the number behind which it was has been popped, and another one after it.
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

  /** Counts only until the first push that was refused. */
  private void accept(long pushes) {
    if (accepted == NOT_YET) {
      accepted = pushes;
    }
  }

  /** How many pushes the ring accepted in a row; waits until it has refused one. */
  long accepted() {
    while (accepted == NOT_YET) {
      Thread.yield();
    }
    return accepted;
  }

  /** What lies behind the number that has arrived after so many others. */
  long behind(long others) {
    return behind[place(others)];
  }

  private static int place(long number) {
    return (int) number & (PLACES - 1);
  }
}
