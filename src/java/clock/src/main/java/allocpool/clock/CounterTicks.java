package allocpool.clock;

import java.util.function.LongSupplier;

/**
 * Ticks without a thread: the reader reads the time and computes the ticks that are due.
 * This takes no core from the reader or from the collector beside it, and only the reader
 * itself can be late.
 *
 * <p>There is no queue either, but ticks are lost as if there were one. The reader reads
 * the time only when it has taken the whole previous batch. The oldest {@code capacity}
 * ticks due since then become the next batch, and the others are lost: a queue of that
 * capacity would have been full when they came. As with the clock queue, ticks handed out
 * take no room, and a loss shows as a gap at the start of the following batch.
 *
 * <p>Times are multiples of the interval since the start, in whole picoseconds, so delays
 * and rounding errors never add up. That works for 106 days, 2^63 picoseconds. Taking a
 * tick allocates nothing.
 *
 * <p>Threads: one thread may call {@link #next()} and {@link #atBatchEnd()}; any thread
 * may call the other methods.
 */
public final class CounterTicks implements Ticks {
  private final LongSupplier nanoTime;
  private final long begin; // in nanoseconds
  private final long interval; // in picoseconds
  private final int capacity;
  private final int firstTick;

  // Indices of ticks, from 0: the next one, the end of this batch, and the first one that
  // was not yet due, or had no room, at the last look.
  private long position;
  private long end;
  private long seen;

  private volatile boolean closed;

  CounterTicks(
      int capacity, long intervalPicoseconds, int firstTick, LongSupplier nanoTime) {
    Limits.check(capacity, intervalPicoseconds);
    this.capacity = capacity;
    this.interval = intervalPicoseconds;
    this.firstTick = firstTick;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  /**
   * Starts a clock whose first tick is due after one interval.
   *
   * @param capacity the most ticks that wait for a late reader, 1 to
   *     {@link Limits#MAX_CAPACITY}
   * @param intervalPicoseconds the time between two ticks,
   *     {@link Limits#MIN_INTERVAL_PICOSECONDS} to
   *     {@link Limits#MAX_INTERVAL_PICOSECONDS}
   * @param firstTick the first tick's number, any 32 bits, unsigned
   * @return its ticks
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static CounterTicks start(
      int capacity, long intervalPicoseconds, int firstTick) {
    return new CounterTicks(capacity, intervalPicoseconds, firstTick, System::nanoTime);
  }

  @Override
  public int next() {
    if (position == end) {
      awaitBatch();
    }
    return firstTick + (int) position++; // the numbers wrap at 2^32
  }

  private void awaitBatch() {
    position = seen;
    long nextDue = (seen + 1) * interval;
    long elapsed = elapsedPicoseconds();
    while (elapsed < nextDue) {
      Thread.onSpinWait();
      elapsed = elapsedPicoseconds();
    }
    long due = elapsed / interval;
    end = Math.min(due, position + capacity);
    seen = due;
  }

  private long elapsedPicoseconds() {
    if (closed) {
      throw new IllegalStateException("the clock is closed");
    }
    return (nanoTime.getAsLong() - begin) * 1000;
  }

  @Override
  public boolean atBatchEnd() {
    return position == end;
  }

  @Override
  public long longestStallNanos(boolean reset) {
    return 0;
  }

  @Override
  public void close() {
    closed = true;
  }
}
