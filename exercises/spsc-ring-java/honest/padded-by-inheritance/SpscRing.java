package exercise;

import java.util.concurrent.atomic.AtomicLong;

/** With a counter on a line of its own, as many libraries have it. */
public final class SpscRing {
  /** What an empty ring gives. */
  public static final long EMPTY = -1;

  private static final class PaddedLong extends AtomicLong {
    private static final long serialVersionUID = 1;
    long p1;
    long p2;
    long p3;
    long p4;
    long p5;
    long p6;
    long p7;
  }

  private final PaddedLong head = new PaddedLong();
  private final PaddedLong tail = new PaddedLong();
  private final long[] slots;

  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    long mine = tail.getPlain();
    if (mine - head.getAcquire() == slots.length) {
      return false;
    }
    slots[(int) mine & (slots.length - 1)] = number;
    tail.setRelease(mine + 1);
    return true;
  }

  public long tryPop() {
    long mine = head.getPlain();
    if (tail.getAcquire() == mine) {
      return EMPTY;
    }
    long number = slots[(int) mine & (slots.length - 1)];
    head.setRelease(mine + 1);
    return number;
  }
}
