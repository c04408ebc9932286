package allocpool.queues;

import java.util.function.IntUnaryOperator;

/**
 * A run ring's layout in memory, as offsets in bytes from its start. Immutable.
 *
 * <p>A <b>run</b> is a sequence of consecutive numbers: from its first up to its end,
 * exclusive, both 32 bits. Runs are counted from 0; run r is in the entry whose index is
 * the lowest bits of r. There are two more words: the number of ticks <b>taken</b> since
 * the start, 64 bits, and the run <b>opened</b> last, 32 bits.
 */
final class RunRingLayout {
  private static final int LINE = 128;
  private static final int MAX_RUNS = 1 << 20;

  final int taken;
  final int opened;
  final int mask;
  private final int runs;
  private final int stride;
  private final int endInRun;

  private RunRingLayout(
      int taken, int opened, int runs, int stride, int mask, int endInRun) {
    this.taken = taken;
    this.opened = opened;
    this.runs = runs;
    this.stride = stride;
    this.mask = mask;
    this.endInRun = endInRun;
  }

  /** Returns the library's layout, from its answers in the order of c_api.h. */
  static RunRingLayout of(IntUnaryOperator offset) {
    return new RunRingLayout(
        offset.applyAsInt(0), offset.applyAsInt(1), offset.applyAsInt(2),
        offset.applyAsInt(3), offset.applyAsInt(4), offset.applyAsInt(5));
  }

  /**
   * Returns our own layout: both words, and each run, on cache lines of their own.
   *
   * @param count the most runs at a time, a power of two, 2 to 2^20
   * @throws IllegalArgumentException if it is not
   */
  static RunRingLayout ofRuns(int count) {
    if (count < 2 || count > MAX_RUNS || Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException(
          "queue: " + count + " runs are not a power of two from 2 to " + MAX_RUNS);
    }
    return new RunRingLayout(LINE, 2 * LINE, 3 * LINE, LINE, count - 1, Integer.BYTES);
  }

  /** Returns the offset of a run's first number. */
  int first(int run) {
    return runs + (run & mask) * stride;
  }

  /** Returns the offset of a run's end. */
  int end(int run) {
    return first(run) + endInRun;
  }

  /** Returns the size in bytes of a run ring with our own layout. */
  long bytes() {
    return runs + (mask + 1L) * stride + LINE;
  }
}
