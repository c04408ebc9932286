package allocpool.queues;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A test double that bears the name of the real class, as JNI finds functions by name. It
 * calls the native functions bare, without the real class's protection.
 */
final class NativeQueues {
  private static final int KINDS = 6;
  private static final int CAPACITY = 1000;
  private static final long MICROSECOND = 1_000_000; // in picoseconds

  private static native long start0(
      int kind,
      ByteBuffer memory,
      int capacity,
      long intervalPicoseconds,
      int ticksPerBeat,
      int firstTick);

  private static native void stop0(long handle);

  private static native long longestStallNanos0(long handle, boolean reset);

  private static native long bytes0(int kind, int capacity);

  private static native int offset0(int kind, int which, int capacity);

  private static native long take0(long handle);

  private static native long echo0(long value);

  private NativeQueues() {}

  public static void main(String[] args) throws Exception {
    System.loadLibrary("queues");
    check(echo0(Long.MIN_VALUE) == Long.MIN_VALUE, "echo");
    for (int kind = 0; kind < KINDS; kind++) {
      layoutIsConsistent(kind);
      ticksAreTaken(kind);
      badArgumentsThrow(kind);
      runningQueueHoldsItsMemory(kind);
      stoppingFromManyThreadsIsHarmless(kind);
    }
    leaveOneRunning();
    System.out.println("all checks passed");
  }

  private static void layoutIsConsistent(int kind) {
    check(bytes0(kind, CAPACITY) > offset0(kind, 2, CAPACITY), "size");
    check(offset0(kind, 0, CAPACITY) == 128, "the first word is on its own line");
    check(offset0(kind, 1, CAPACITY) >= 256, "the second word too");
  }

  private static void ticksAreTaken(int kind) throws Exception {
    int first = -500;
    long handle = start0(kind, memory(kind), CAPACITY, MICROSECOND, 2, first);
    int expected = first;
    for (int received = 0; received < 2000; ) {
      long number = take0(handle);
      if (number == -1) {
        Thread.yield();
        continue;
      }
      check(number >= 0 && number <= 0xFFFF_FFFFL, "an unsigned number, " + number);
      check((int) number - expected >= 0, "no step back");
      expected = (int) number + 1;
      received++;
    }
    check(longestStallNanos0(handle, true) > 0, "a stall was seen");
    stop0(handle);
    stop0(handle);
    expect(IllegalStateException.class, () -> take0(handle));
    expect(IllegalStateException.class, () -> longestStallNanos0(handle, false));
  }

  private static void badArgumentsThrow(int kind) {
    ByteBuffer memory = memory(kind);
    Class<? extends Exception> bad = IllegalArgumentException.class;
    expect(bad, () -> start0(kind, null, CAPACITY, MICROSECOND, 1, 0));
    ByteBuffer heap = ByteBuffer.allocate(100_000);
    expect(bad, () -> start0(kind, heap, CAPACITY, MICROSECOND, 1, 0));
    ByteBuffer none = ByteBuffer.allocateDirect(0);
    expect(bad, () -> start0(kind, none, CAPACITY, MICROSECOND, 1, 0));
    ByteBuffer crooked = memory.duplicate().position(1).slice();
    expect(bad, () -> start0(kind, crooked, 10, MICROSECOND, 1, 0));
    for (int capacity : new int[] {0, -1, Integer.MIN_VALUE}) {
      expect(bad, () -> start0(kind, memory, capacity, MICROSECOND, 1, 0));
      expect(bad, () -> bytes0(kind, capacity));
      expect(bad, () -> offset0(kind, 0, capacity));
    }
    for (long interval : new long[] {0, -1, 999, Long.MIN_VALUE, Long.MAX_VALUE}) {
      expect(bad, () -> start0(kind, memory, CAPACITY, interval, 1, 0));
    }
    for (int ticks : new int[] {0, -1, 1001, Integer.MAX_VALUE}) {
      expect(bad, () -> start0(kind, memory, CAPACITY, MICROSECOND, ticks, 0));
    }
    for (int which : new int[] {-1, 6, Integer.MAX_VALUE}) {
      expect(bad, () -> offset0(kind, which, CAPACITY));
    }
    for (int unknown : new int[] {-1, KINDS, Integer.MAX_VALUE}) {
      expect(bad, () -> bytes0(unknown, CAPACITY));
      expect(bad, () -> start0(unknown, memory, CAPACITY, MICROSECOND, 1, 0));
    }
    for (long handle : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      expect(IllegalStateException.class, () -> take0(handle));
      stop0(handle);
    }
  }

  private static void runningQueueHoldsItsMemory(int kind) throws Exception {
    ByteBuffer memory = memory(kind);
    WeakReference<ByteBuffer> reference = new WeakReference<>(memory);
    long handle = start0(kind, memory, CAPACITY, MICROSECOND, 1, 0);
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

  private static void stoppingFromManyThreadsIsHarmless(int kind) throws Exception {
    for (int round = 0; round < 10; round++) {
      long handle = start0(kind, memory(kind), CAPACITY, MICROSECOND, 1, 0);
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

  /** A queue that nobody stops must not crash the exit of the process. */
  private static void leaveOneRunning() {
    start0(KINDS - 1, memory(KINDS - 1), CAPACITY, MICROSECOND, 1, 0);
  }

  private static ByteBuffer memory(int kind) {
    int bytes = (int) bytes0(kind, CAPACITY);
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
