package allocpool.queues;

import java.util.function.IntUnaryOperator;

/**
 * The native library's queues that can lie in shared memory.
 *
 * <p>Static methods that return the abstract class make the reading ends. A constructor
 * call here would make the verifier load all of them, and their calls would cease to be
 * monomorphic.
 */
public enum QueueKind {
  /** A ring whose indices and slots are on cache lines of their own. */
  ALIGNED_RING("aligned-ring", 0) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return AlignedRingReader.create(words, RingLayout.of(offset));
    }
  },
  /** The same, where each side caches the other's index. */
  CACHED_RING("cached-ring", 1) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return CachedRingReader.create(words, RingLayout.of(offset));
    }
  },
  /** Two arrays that change hands; the clock is read once per tick. */
  DUAL_ARRAY_2018("dual-array-2018", 2) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return dualArrayReader(words, offset);
    }
  },
  /** Two arrays that change hands; the clock writes all due ticks at once. */
  DUAL_ARRAY("dual-array", 3) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return dualArrayReader(words, offset);
    }
  },
  /** A ring that moves many numbers at a time. */
  BATCH_RING("batch-ring", 4) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return BatchRingReader.create(words, RingLayout.of(offset));
    }
  },
  /** A ring of runs of consecutive numbers. */
  RUN_RING("run-ring", 5) {
    @Override
    TickReader reader(Words words, IntUnaryOperator offset) {
      return RunRingReader.create(words, RunRingLayout.of(offset));
    }
  };

  private final String label;
  private final int number;

  QueueKind(String label, int number) {
    this.label = label;
    this.number = number;
  }

  /**
   * Returns the queue's name.
   *
   * @return lower case, with hyphens
   */
  public String label() {
    return label;
  }

  /** Returns the library's number for the queue. */
  int number() {
    return number;
  }

  /**
   * Makes the reading end.
   *
   * @param words a queue's memory
   * @param offset the library's answers: an item's offset, by its index in c_api.h
   */
  abstract TickReader reader(Words words, IntUnaryOperator offset);

  private static TickReader dualArrayReader(Words words, IntUnaryOperator offset) {
    return DualArrayReader.create(
        words, offset.applyAsInt(0), offset.applyAsInt(1), offset.applyAsInt(2));
  }
}
