package exercise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Opaque counts between fences. */
public final class SpscRing {
  public static final long EMPTY = -1;

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(SpscRing.class, "head", long.class);
      TAIL = lookup.findVarHandle(SpscRing.class, "tail", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final long[] slots;
  private long head;
  private long tail;

  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    long mine = tail;
    long others = (long) HEAD.getOpaque(this);
    VarHandle.acquireFence();
    if (mine - others == slots.length) {
      return false;
    }
    slots[(int) (mine % slots.length)] = number;
    VarHandle.releaseFence();
    TAIL.setOpaque(this, mine + 1);
    return true;
  }

  public long tryPop() {
    long mine = head;
    long others = (long) TAIL.getOpaque(this);
    VarHandle.acquireFence();
    if (others == mine) {
      return EMPTY;
    }
    long number = slots[(int) (mine % slots.length)];
    VarHandle.releaseFence();
    HEAD.setOpaque(this, mine + 1);
    return number;
  }
}
