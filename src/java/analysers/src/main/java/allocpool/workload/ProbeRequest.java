package allocpool.workload;

import java.math.BigDecimal;
import java.util.function.DoublePredicate;
import picocli.CommandLine.TypeConversionException;

/** A requested probe: one interval, and its duration. */
final class ProbeRequest {
  final BigDecimal intervalNs;
  final double seconds;
  final double warmupSeconds;

  /** Whether it ends at the first measured loss. */
  final boolean untilLoss;

  ProbeRequest(
      BigDecimal intervalNs, double seconds, double warmupSeconds, boolean untilLoss) {
    this.intervalNs = intervalNs;
    this.seconds = seconds;
    this.warmupSeconds = warmupSeconds;
    this.untilLoss = untilLoss;
  }

  /**
   * Tells whether a measured window can be this long.
   *
   * @param seconds any number, even NaN
   * @return true if it is more than 0, and at most 1e6
   */
  static boolean isObservable(double seconds) {
    return seconds > 0 && seconds <= 1e6;
  }

  /**
   * Tells whether an optional phase can be this long.
   *
   * @param seconds any number, even NaN
   * @return true if it is 0 to 1e6
   */
  static boolean isDuration(double seconds) {
    return seconds >= 0 && seconds <= 1e6;
  }

  /**
   * Parses a line: {@code INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]}.
   *
   * @throws BadInputException naming the line and what would be valid
   */
  static ProbeRequest parse(String line) {
    try {
      String[] words = line.strip().split("\\s+");
      boolean untilLoss = words.length == 4 && words[3].equals("until-loss");
      if (words.length != 3 && !untilLoss) {
        throw new TypeConversionException("it has other words");
      }
      return new ProbeRequest(
          Intervals.parse(words[0]),
          seconds(words[1], ProbeRequest::isObservable),
          seconds(words[2], ProbeRequest::isDuration),
          untilLoss);
    } catch (TypeConversionException e) {
      throw new BadInputException("standard input: '" + line + "' is not INTERVAL_NS"
          + " SECONDS WARMUP_SECONDS [until-loss]; " + e.getMessage());
    }
  }

  private static double seconds(String text, DoublePredicate isValid) {
    double seconds;
    try {
      seconds = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no number");
    }
    if (!isValid.test(seconds)) {
      throw new TypeConversionException("'" + text + "' is not in 0 to 1e6 s");
    }
    return seconds;
  }
}
