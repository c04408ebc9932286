package exercise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** No counts are shared: a slot is empty or full by what stands in it, as in FastForward. */
public final class SpscRing {
  public static final long EMPTY = -1;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] slots;
  private final int mask;
  private int push;
  private int pop;

  public SpscRing(int capacity) {
    slots = new long[capacity];
    Arrays.fill(slots, EMPTY);
    mask = capacity - 1;
  }

  public boolean tryPush(long number) {
    if ((long) SLOT.getAcquire(slots, push) != EMPTY) {
      return false;
    }
    SLOT.setRelease(slots, push, number);
    push = push + 1 & mask;
    return true;
  }

  public long tryPop() {
    long number = (long) SLOT.getAcquire(slots, pop);
    if (number != EMPTY) {
      SLOT.setRelease(slots, pop, EMPTY);
      pop = pop + 1 & mask;
    }
    return number;
  }
}
