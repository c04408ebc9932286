package allocpool.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * When packets were seen to be missing, and how many. To add a loss allocates nothing.
 */
final class Losses {
  /** Enough for a picture; the losses that come later are added to the last one. */
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
   * @param sinceBeginNs when it was seen, in nanoseconds since the window's begin
   * @param lost how many packets are missing
   */
  void add(long sinceBeginNs, long lost) {
    if (count == CAPACITY) {
      packets[CAPACITY - 1] += lost;
    } else {
      nanoseconds[count] = sinceBeginNs;
      packets[count++] = lost;
    }
  }

  /** Pairs of milliseconds, with three decimals, and packets. */
  List<List<Number>> asList() {
    return IntStream.range(0, count)
        .mapToObj(i -> List.<Number>of(milliseconds(nanoseconds[i]), packets[i]))
        .collect(Collectors.toList());
  }

  private static BigDecimal milliseconds(long nanoseconds) {
    return BigDecimal.valueOf((nanoseconds + 500) / 1000, 3);
  }
}
