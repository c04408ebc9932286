package allocpool.workload;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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

  /** Stands for intervals that will be requested on the standard input. */
  private static final String ASKED = "-";

  /** Null: they are requested on the standard input, probe by probe. */
  final List<BigDecimal> nanoseconds;

  private Intervals(List<BigDecimal> nanoseconds) {
    this.nanoseconds = nanoseconds;
  }

  /** Returns the ticks in the longest delay during which nothing may be lost. */
  static int capacity(BigDecimal intervalNs) {
    return LONGEST_NS.divide(intervalNs, RoundingMode.DOWN).intValueExact();
  }

  static long picoseconds(BigDecimal intervalNs) {
    return intervalNs.movePointRight(3).longValue();
  }

  /**
   * Parses an interval.
   *
   * @throws TypeConversionException if it is no number or not in the range of a clock
   */
  static BigDecimal parse(String text) {
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

  /** Parses comma-separated numbers, or a hyphen. */
  static final class Reader implements ITypeConverter<Intervals> {
    @Override
    public Intervals convert(String value) {
      if (value.equals(ASKED)) {
        return new Intervals(null);
      }
      return new Intervals(Arrays.stream(value.split(",", -1))
          .map(Intervals::parse)
          .collect(Collectors.toList()));
    }
  }
}
