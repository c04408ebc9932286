package allocpool.workload;

import allocpool.clock.ClockQueue;
import allocpool.clock.CounterTicks;
import allocpool.clock.Ticks;

/** A program's clocks. Only the one in use is loaded. */
enum ClockKind {
  /** A native thread writes ticks into a queue. */
  THREAD {
    @Override
    Ticks start(int capacity, long intervalPicoseconds, int firstTick) {
      return ClockQueue.start(capacity, intervalPicoseconds, firstTick);
    }
  },
  /** No thread and no queue: the reader computes which ticks are due. */
  COUNTER {
    @Override
    Ticks start(int capacity, long intervalPicoseconds, int firstTick) {
      return CounterTicks.start(capacity, intervalPicoseconds, firstTick);
    }
  };

  /**
   * Starts a clock.
   *
   * @param capacity the most ticks kept for a late reader
   * @param intervalPicoseconds the time between two ticks
   * @param firstTick the first tick's number, unsigned
   * @return its ticks
   */
  abstract Ticks start(int capacity, long intervalPicoseconds, int firstTick);
}
