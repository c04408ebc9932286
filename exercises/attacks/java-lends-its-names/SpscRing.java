package exercise;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;

public final class SpscRing {
  public static final long EMPTY = -1;

  /** Never made, never called. */
  private static final class Namesake {
    volatile long head;
    volatile long tail;

    static void yield() {
      VarHandle.fullFence();
    }
  }

  private static final AtomicIntegerArray ONE = new AtomicIntegerArray(1);

  private final long[] slots;
  private long head;
  private long tail;

  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    Thread.yield();
    long end = tail;
    if (end - head == slots.length) {
      return false;
    }
    slots[(int) end & (slots.length - 1)] = number;
    tail = end + ONE.length();
    return true;
  }

  public long tryPop() {
    Thread.yield();
    long begin = head;
    if (tail == begin) {
      return EMPTY;
    }
    long number = slots[(int) begin & (slots.length - 1)];
    head = begin + ONE.length();
    return number;
  }
}
