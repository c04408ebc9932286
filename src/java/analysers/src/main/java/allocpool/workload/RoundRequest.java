package allocpool.workload;

import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A requested round: it ends after a number of packets, or after some time. */
final class RoundRequest {
  final long packets;
  final long limitNs;

  /**
   * Makes a request.
   *
   * @param packets the most packets; more than 0
   * @param limitMs the time limit in ms; 0 for none
   */
  RoundRequest(long packets, long limitMs) {
    this.packets = packets;
    this.limitNs = limitMs == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(limitMs);
  }

  /**
   * Parses a line: {@code PACKETS LIMIT_MS}.
   *
   * @throws BadInputException naming the line and what would be valid
   */
  static RoundRequest parse(String line) {
    String[] words = line.strip().split("\\s+");
    try {
      if (words.length == 2) {
        long packets = Long.parseLong(words[0]);
        long limitMs = Long.parseLong(words[1]);
        if (packets > 0 && limitMs >= 0) {
          return new RoundRequest(packets, limitMs);
        }
      }
    } catch (NumberFormatException e) {
      // the same message
    }
    throw new BadInputException("standard input: '" + line + "' is not PACKETS LIMIT_MS,"
        + " a number above 0 and one that is not negative");
  }

  /** Parses the number of rounds. */
  static final class Count implements ITypeConverter<Integer> {
    /** Each round is requested on the standard input. */
    static final int ASKED = 0;

    @Override
    public Integer convert(String value) {
      if (value.equals("-")) {
        return ASKED;
      }
      try {
        int rounds = Integer.parseInt(value);
        if (rounds > 0) {
          return rounds;
        }
      } catch (NumberFormatException e) {
        // the same message
      }
      throw new TypeConversionException("'" + value + "' is not positive, nor is it '-'");
    }
  }
}
