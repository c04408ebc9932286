package allocpool.workload;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The intervals of a real-time run, in nanoseconds, in the order in which they are tried.
 */
final class Intervals {
  private static final BigDecimal SHORTEST_NS = BigDecimal.ONE;

  /** At this interval the clock's queue holds one tick. */
  private static final BigDecimal LONGEST_NS =
      BigDecimal.valueOf(Sizes.MAX_CAPTURING_DELAY_MS * 1_000_000L);

  final List<BigDecimal> nanoseconds;

  private Intervals(List<BigDecimal> nanoseconds) {
    this.nanoseconds = nanoseconds;
  }

  /** How many ticks make up the longest delay in which nothing may be lost. */
  static int capacity(BigDecimal intervalNs) {
    return LONGEST_NS.divide(intervalNs, RoundingMode.DOWN).intValueExact();
  }

  static long picoseconds(BigDecimal intervalNs) {
    return intervalNs.movePointRight(3).longValue();
  }

  /** Reads numbers with commas between. */
  static final class Reader implements ITypeConverter<Intervals> {
    @Override
    public Intervals convert(String value) {
      List<BigDecimal> intervals = new ArrayList<>();
      for (String part : value.split(",", -1)) {
        intervals.add(interval(part));
      }
      return new Intervals(intervals);
    }

    private static BigDecimal interval(String text) {
      BigDecimal interval;
      try {
        interval = new BigDecimal(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is no number");
      }
      if (interval.compareTo(SHORTEST_NS) < 0 || interval.compareTo(LONGEST_NS) > 0) {
        throw new TypeConversionException(
            "'" + text + "' is not in " + SHORTEST_NS + " to " + LONGEST_NS + " ns");
      }
      return interval;
    }
  }
}
