package allocpool.workload;

import allocpool.clock.Ticks;

/**
 * Ticks without a clock: always available, in batches as long as the capacity allows,
 * numbered in equal steps.
 */
final class FakeTicks implements Ticks {
  /** The most ticks in a batch. */
  static final int BATCH = 30_000;

  final ClockKind kind;
  final int capacity;
  final long intervalPicoseconds;
  boolean closed;
  int resets;
  private final int step;
  private int number;
  private long given;

  FakeTicks(
      ClockKind kind, int capacity, long intervalPicoseconds, int firstTick, int step) {
    this.kind = kind;
    this.capacity = capacity;
    this.intervalPicoseconds = intervalPicoseconds;
    this.step = step;
    this.number = firstTick - 1;
  }

  @Override
  public int next() {
    given++;
    number += step;
    return number;
  }

  @Override
  public boolean atBatchEnd() {
    return given % Math.min(BATCH, capacity) == 0;
  }

  @Override
  public long longestStallNanos(boolean reset) {
    resets += reset ? 1 : 0;
    return 4711;
  }

  @Override
  public void close() {
    closed = true;
  }

  long given() {
    return given;
  }
}
