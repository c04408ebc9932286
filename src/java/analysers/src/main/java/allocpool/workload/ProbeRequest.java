package allocpool.workload;

import java.math.BigDecimal;
import java.util.function.DoublePredicate;
import picocli.CommandLine.TypeConversionException;

/** A probe that somebody wants: one interval, and for how long. */
final class ProbeRequest {
  final BigDecimal intervalNs;
  final double seconds;
  final double warmupSeconds;

  /** Whether it ends at the first loss that counts. */
  final boolean untilLoss;

  ProbeRequest(
      BigDecimal intervalNs, double seconds, double warmupSeconds, boolean untilLoss) {
    this.intervalNs = intervalNs;
    this.seconds = seconds;
    this.warmupSeconds = warmupSeconds;
    this.untilLoss = untilLoss;
  }

  /**
   * Whether a window can be so long.
   *
   * @param seconds any number, even none
   * @return whether it is more than 0, and at most 1e6
   */
  static boolean isObservable(double seconds) {
    return seconds > 0 && seconds <= 1e6;
  }

  /**
   * Whether something that may be left out can be so long.
   *
   * @param seconds any number, even none
   * @return whether it is 0 to 1e6
   */
  static boolean isDuration(double seconds) {
    return seconds >= 0 && seconds <= 1e6;
  }

  /**
   * Reads a line: {@code INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]}.
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
