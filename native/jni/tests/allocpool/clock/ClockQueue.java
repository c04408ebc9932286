package allocpool.clock;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A test double that bears the name of the real class, as JNI finds functions by name. It
 * calls the native functions bare, without the real class's protection.
 */
final class ClockQueue {
  private static final int CAPACITY = 1000;
  private static final long MICROSECOND = 1_000_000; // in picoseconds
  private static final int LOOKS = 3000; // a minute: the clock's thread may have to wait

  private static native long start0(
      ByteBuffer memory, int capacity, long intervalPicoseconds, int firstTick);

  private static native void stop0(long handle);

  private static native long longestStallNanos0(long handle, boolean reset);

  private static native int layoutBytes0(int capacity);

  private static native int limitOffset0();

  private static native int arrayOffset0(int which, int capacity);

  private ClockQueue() {}

  public static void main(String[] args) throws Exception {
    System.loadLibrary("clockqueue");
    layoutIsConsistent();
    for (int firstTick : new int[] {0, Integer.MAX_VALUE - 500, -500}) {
      ticksArriveAndStop(firstTick);
    }
    badArgumentsThrow();
    runningClockHoldsItsMemory();
    stoppingFromManyThreadsIsHarmless();
    leaveOneRunning();
    System.out.println("all checks passed");
  }

  private static void layoutIsConsistent() {
    check(arrayOffset0(0, CAPACITY) >= limitOffset0() + 128, "limit on its own line");
    int arrayBytes = 4 * CAPACITY;
    int second = arrayOffset0(1, CAPACITY);
    check(second >= arrayOffset0(0, CAPACITY) + arrayBytes + 128, "arrays apart");
    check(layoutBytes0(CAPACITY) >= second + arrayBytes, "size");
  }

  private static void ticksArriveAndStop(int firstTick) throws Exception {
    ByteBuffer memory = memory(CAPACITY);
    long handle = start0(memory, CAPACITY, MICROSECOND, firstTick);
    int lastOfAll = arrayOffset0(1, CAPACITY) + 4 * (CAPACITY - 1);
    for (int look = 0; look < LOOKS && memory.getInt(lastOfAll) - firstTick < CAPACITY - 1;
        look++) {
      Thread.sleep(20);
    }
    check(longestStallNanos0(handle, true) > 0, "a stall was seen");
    stop0(handle);
    stop0(handle);
    int limit = memory.getInt(limitOffset0());
    check(limit > 0 && limit <= CAPACITY, "the first array was handed over");
    for (int i = 0; i < limit; i++) {
      int number = memory.getInt(arrayOffset0(0, CAPACITY) + 4 * i);
      check(number == firstTick + i, "tick " + i);
    }
    int last = memory.getInt(lastOfAll);
    check(last - firstTick >= CAPACITY - 1, "the second array was filled, " + last);
    expect(IllegalStateException.class, () -> longestStallNanos0(handle, false));
  }

  private static void badArgumentsThrow() {
    ByteBuffer memory = memory(CAPACITY);
    Class<? extends Exception> bad = IllegalArgumentException.class;
    expect(bad, () -> start0(null, CAPACITY, MICROSECOND, 0));
    expect(bad, () -> start0(ByteBuffer.allocate(100_000), CAPACITY, MICROSECOND, 0));
    expect(bad, () -> start0(ByteBuffer.allocateDirect(0), CAPACITY, MICROSECOND, 0));
    expect(bad, () -> start0(memory, CAPACITY + 1000, MICROSECOND, 0));
    expect(bad, () -> start0(memory.position(1).slice(), CAPACITY - 64, MICROSECOND, 0));
    for (int capacity : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      expect(bad, () -> start0(memory, capacity, MICROSECOND, 0));
      expect(bad, () -> layoutBytes0(capacity));
      expect(bad, () -> arrayOffset0(0, capacity));
    }
    for (long interval : new long[] {0, -1, 999, Long.MIN_VALUE, Long.MAX_VALUE}) {
      expect(bad, () -> start0(memory, CAPACITY, interval, 0));
    }
    expect(bad, () -> arrayOffset0(2, CAPACITY));
    expect(bad, () -> arrayOffset0(-1, CAPACITY));
    expect(IllegalStateException.class, () -> longestStallNanos0(0, false));
    stop0(0);
    stop0(Long.MIN_VALUE);
  }

  private static void runningClockHoldsItsMemory() throws Exception {
    ByteBuffer memory = memory(CAPACITY);
    WeakReference<ByteBuffer> reference = new WeakReference<>(memory);
    long handle = start0(memory, CAPACITY, MICROSECOND, 0);
    memory = null;
    System.gc();
    Thread.sleep(10);
    check(reference.get() != null, "memory in use is not collected");
    stop0(handle);
    for (int attempt = 0; attempt < 50 && reference.get() != null; attempt++) {
      System.gc();
      Thread.sleep(10);
    }
    check(reference.get() == null, "memory no longer in use is collected");
  }

  private static void stoppingFromManyThreadsIsHarmless() throws Exception {
    for (int round = 0; round < 20; round++) {
      long handle = start0(memory(CAPACITY), CAPACITY, MICROSECOND, 0);
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = new Thread(() -> stop0(handle));
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  /** A clock that nobody stops must not crash the exit of the process. */
  private static void leaveOneRunning() {
    start0(memory(CAPACITY), CAPACITY, MICROSECOND, 0);
  }

  private static ByteBuffer memory(int capacity) {
    int bytes = layoutBytes0(capacity);
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private static void expect(Class<? extends Exception> type, Runnable call) {
    try {
      call.run();
    } catch (Exception thrown) {
      check(type.isInstance(thrown), "expected " + type + ", got " + thrown);
      check(thrown.getMessage().length() > 10, "a message that says what is wrong");
      return;
    }
    throw new AssertionError("expected " + type);
  }

  private static void check(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
