package exercise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Each side keeps what it saw last of the other one; padding by inheritance. */
public final class SpscRing {
  public static final long EMPTY = -1;

  private static class Count {
    static final VarHandle VALUE;

    static {
      try {
        VALUE = MethodHandles.lookup().findVarHandle(Count.class, "value", long.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    long value;
    long seen;
  }

  @SuppressWarnings("unused")
  private static final class Padded extends Count {
    private long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }

  private final long[] slots;
  private final Count head = new Padded();
  private final Count tail = new Padded();

  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    long mine = tail.value;
    if (mine - tail.seen == slots.length) {
      tail.seen = (long) Count.VALUE.getAcquire(head);
      if (mine - tail.seen == slots.length) {
        return false;
      }
    }
    slots[Math.floorMod(mine, slots.length)] = number;
    Count.VALUE.setRelease(tail, mine + 1);
    return true;
  }

  public long tryPop() {
    long mine = head.value;
    if (mine == head.seen) {
      head.seen = (long) Count.VALUE.getAcquire(tail);
      if (mine == head.seen) {
        return EMPTY;
      }
    }
    long number = slots[Math.floorMod(mine, slots.length)];
    Count.VALUE.setRelease(head, mine + 1);
    return number;
  }
}
