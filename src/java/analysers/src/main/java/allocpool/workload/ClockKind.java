package allocpool.workload;

import allocpool.clock.ClockQueue;
import allocpool.clock.CounterTicks;
import allocpool.clock.Ticks;

/** The clocks that a program can be told to use. Only the one in use is ever loaded. */
enum ClockKind {
  /** A native thread writes ticks into a queue. */
  THREAD {
    @Override
    Ticks start(int capacity, long intervalPicoseconds, int firstTick) {
      return ClockQueue.start(capacity, intervalPicoseconds, firstTick);
    }
  },
  /** No thread and no queue: whoever asks for a tick computes which ones are due. */
  COUNTER {
    @Override
    Ticks start(int capacity, long intervalPicoseconds, int firstTick) {
      return CounterTicks.start(capacity, intervalPicoseconds, firstTick);
    }
  };

  /**
   * Starts a clock.
   *
   * @param capacity the ticks that it keeps for a late reader
   * @param intervalPicoseconds the time between two of them
   * @param firstTick the first one's number, unsigned
   * @return its ticks
   */
  abstract Ticks start(int capacity, long intervalPicoseconds, int firstTick);
}
