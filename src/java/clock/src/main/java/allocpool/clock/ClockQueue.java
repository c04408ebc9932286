package allocpool.clock;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/**
 * Ticks of the native clock: a thread outside the virtual machine appends each tick's
 * number to a queue in shared memory, and drops it when that queue is full.
 *
 * <p>The algorithm is the dual-array queue that P. Zemtsov described in 2018, in the
 * series <i>Experiments in program optimisation</i>; {@link DualArrayReader} states its
 * orderings. The producer is wait-free and independent of the virtual machine: it holds
 * no monitor, and no safepoint stops it.
 *
 * <p>Threads: one thread may call {@link #next()} and {@link #atBatchEnd()}; any thread
 * may call {@link #longestStallNanos} and {@link #close()}, at any time. The native
 * thread ends, and is joined, at {@code close()}, when the queue becomes unreachable, or
 * when the virtual machine shuts down, whichever is first; until then the native side
 * keeps the memory alive.
 */
public final class ClockQueue implements Ticks {
  private static final int CACHE_LINE = 128; // the longest on the machines we know

  private static final Cleaner CLEANER = Cleaner.create();

  private final RunningClock clock;
  private final DualArrayReader reader;

  private ClockQueue(
      ByteBuffer memory, int capacity, long intervalPicoseconds, int firstTick) {
    clock = RunningClock.start(
        () -> start0(memory, capacity, intervalPicoseconds, firstTick),
        ClockQueue::longestStallNanos0,
        ClockQueue::stop0);
    reader = new DualArrayReader(
        memory, limitOffset0(), arrayOffset0(0, capacity), arrayOffset0(1, capacity),
        clock::stopped);
    CLEANER.register(this, clock::stop);
  }

  /**
   * Starts a clock.
   *
   * @param capacity the most ticks that wait for a late reader, 1 to
   *     {@link Limits#MAX_CAPACITY}
   * @param intervalPicoseconds the time between two ticks,
   *     {@link Limits#MIN_INTERVAL_PICOSECONDS} to
   *     {@link Limits#MAX_INTERVAL_PICOSECONDS}
   * @param firstTick the first tick's number, any 32 bits, unsigned
   * @return the running clock's queue, to be closed by the caller
   * @throws IllegalArgumentException if an argument is out of its range
   * @throws LibraryUnavailableException if the native library cannot be loaded
   */
  public static ClockQueue start(
      int capacity, long intervalPicoseconds, int firstTick) {
    Limits.check(capacity, intervalPicoseconds);
    NativeLibrary.load("clockqueue", "clock");
    ByteBuffer memory = allocate(layoutBytes0(capacity));
    return new ClockQueue(memory, capacity, intervalPicoseconds, firstTick);
  }

  /** Allocates direct memory of at least {@code bytes} that starts on a cache line. */
  static ByteBuffer allocate(int bytes) {
    // A slice is aligned at both ends: its start is rounded up, its end down.
    int wholeLines = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return ByteBuffer.allocateDirect(wholeLines + CACHE_LINE).alignedSlice(CACHE_LINE);
  }

  @Override
  public int next() {
    return reader.next();
  }

  @Override
  public boolean atBatchEnd() {
    return reader.atBatchEnd();
  }

  @Override
  public long longestStallNanos(boolean reset) {
    return clock.longestStallNanos(reset);
  }

  @Override
  public void close() {
    clock.stop();
  }

  /** Starts the native thread and returns its handle, never 0. */
  private static native long start0(
      ByteBuffer memory, int capacity, long intervalPicoseconds, int firstTick);

  /** Ends the native thread, joins it, and frees the handle. */
  private static native void stop0(long handle);

  private static native long longestStallNanos0(long handle, boolean reset);

  private static native int layoutBytes0(int capacity);

  private static native int limitOffset0();

  private static native int arrayOffset0(int which, int capacity);
}
