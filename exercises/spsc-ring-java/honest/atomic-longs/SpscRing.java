package exercise;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

public final class SpscRing {
  public static final long EMPTY = -1;

  private final AtomicLongArray slots;
  private final int mask;
  private final AtomicLong head = new AtomicLong();
  private final AtomicLong tail = new AtomicLong();

  public SpscRing(int capacity) {
    slots = new AtomicLongArray(capacity);
    mask = capacity - 1;
  }

  public boolean tryPush(long number) {
    long t = tail.getPlain();
    if (t - head.getAcquire() > mask) {
      return false;
    }
    slots.setPlain((int) t & mask, number);
    tail.setRelease(t + 1);
    return true;
  }

  public long tryPop() {
    long h = head.getPlain();
    if (h == tail.getAcquire()) {
      return EMPTY;
    }
    long number = slots.getPlain((int) h & mask);
    head.setRelease(h + 1);
    return number;
  }
}
