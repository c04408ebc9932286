package driver;

import exercise.SpscRing;

/**
 * Sends 0, 1, ... through a ring, with something in plain memory behind each number: a
 * ring that makes only the numbers themselves visible delivers the wrong thing with them.
 */
final class Sender extends Other {
  /**
   * A power of two, larger by more than two than any ring: before a place is written
   * again, the number behind which it was has been popped, and another one after it.
   */
  private static final int PLACES = 128;

  private final long[] behind = new long[PLACES];
  private final long count;

  Sender(SpscRing ring, long count) {
    super(ring);
    this.count = count;
  }

  @Override
  void act() {
    for (long n = 0; n < count; n++) {
      behind[place(n)] = n * n + 1;
      while (!ring.tryPush(n)) {
        if (!isWanted()) {
          return;
        }
        Thread.yield();
      }
    }
  }

  /** What lies behind a number that has arrived. */
  long behind(long number) {
    return behind[place(number)];
  }

  private static int place(long number) {
    return (int) number & (PLACES - 1);
  }
}
