package exercise;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Field updaters, which Java has had since 5, and counts that wrap around. */
public final class SpscRing {
  public static final long EMPTY = -1;
  private static final AtomicIntegerFieldUpdater<SpscRing> HEAD =
      AtomicIntegerFieldUpdater.newUpdater(SpscRing.class, "head");
  private static final AtomicIntegerFieldUpdater<SpscRing> TAIL =
      AtomicIntegerFieldUpdater.newUpdater(SpscRing.class, "tail");

  private final long[] numbers;
  private volatile int head;
  private volatile int tail;

  public SpscRing(int capacity) {
    numbers = new long[capacity];
  }

  public boolean tryPush(long number) {
    int last = tail;
    if (last - head == numbers.length) {
      return false;
    }
    numbers[last & numbers.length - 1] = number;
    TAIL.lazySet(this, last + 1);
    return true;
  }

  public long tryPop() {
    int first = head;
    if (first == tail) {
      return EMPTY;
    }
    long number = numbers[first & numbers.length - 1];
    HEAD.lazySet(this, first + 1);
    return number;
  }
}
