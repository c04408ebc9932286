package exercise;

import java.util.concurrent.atomic.AtomicLong;

public final class SpscRing {
  public static final long EMPTY = -1;

  private static class Mine extends RuntimeException {
    Mine() {
      super(null, null, false, false);
    }
  }

  private static final class 𝐀 extends Mine {}

  /** A class file has letters beyond 16 bits as two surrogates of three bytes each. */
  private static final class 𝐁 {}

  private final 𝐀 lock = new 𝐀();
  private final long[] slots;
  private final AtomicLong head = new AtomicLong();
  private final AtomicLong tail = new AtomicLong();

  public SpscRing(int capacity) {
    slots = new long[capacity];
    new 𝐁();
  }

  public boolean tryPush(long number) {
    lock.getCause(); // synchronized
    long at = tail.getPlain();
    if (at - head.getAcquire() == slots.length) {
      return false;
    }
    slots[(int) (at & slots.length - 1)] = number;
    tail.setRelease(at + 1);
    return true;
  }

  public long tryPop() {
    lock.getCause(); // synchronized
    long at = head.getPlain();
    if (at == tail.getAcquire()) {
      return EMPTY;
    }
    long number = slots[(int) (at & slots.length - 1)];
    head.setRelease(at + 1);
    return number;
  }
}
