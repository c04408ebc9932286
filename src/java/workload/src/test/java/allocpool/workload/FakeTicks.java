package allocpool.workload;

import allocpool.clock.Ticks;

/** Ticks without a clock: always there, in long batches, with numbers in equal steps. */
final class FakeTicks implements Ticks {
  static final int BATCH = 30_000;

  final int capacity;
  final long intervalPicoseconds;
  boolean closed;
  int resets;
  private final int step;
  private int number = -1;
  private long given;

  FakeTicks(int capacity, long intervalPicoseconds, int step) {
    this.capacity = capacity;
    this.intervalPicoseconds = intervalPicoseconds;
    this.step = step;
  }

  @Override
  public int next() {
    given++;
    number += step;
    return number;
  }

  @Override
  public boolean atBatchEnd() {
    return given % BATCH == 0;
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
}
