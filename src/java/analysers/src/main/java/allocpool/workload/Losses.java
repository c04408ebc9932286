package allocpool.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The times at which losses were noticed, and their sizes. Adding one allocates nothing.
 */
final class Losses {
  /** Enough for a chart; later losses are added to the last one. */
  static final int CAPACITY = 2000;

  private final long[] nanoseconds = new long[CAPACITY];
  private final long[] packets = new long[CAPACITY];
  private int count;

  void clear() {
    count = 0;
  }

  /**
   * Adds a loss.
   *
   * @param sinceBeginNs when it was noticed, in nanoseconds since the window's start
   * @param lost the number of missing packets
   */
  void add(long sinceBeginNs, long lost) {
    if (count == CAPACITY) {
      packets[CAPACITY - 1] += lost;
    } else {
      nanoseconds[count] = sinceBeginNs;
      packets[count++] = lost;
    }
  }

  /** Returns pairs of milliseconds, with three decimals, and packets. */
  List<List<Number>> asList() {
    return IntStream.range(0, count)
        .mapToObj(i -> List.<Number>of(milliseconds(nanoseconds[i]), packets[i]))
        .collect(Collectors.toList());
  }

  private static BigDecimal milliseconds(long nanoseconds) {
    return BigDecimal.valueOf((nanoseconds + 500) / 1000, 3);
  }
}
