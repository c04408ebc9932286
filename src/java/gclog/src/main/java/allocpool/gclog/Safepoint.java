package allocpool.gclog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses lines with the tag {@code safepoint}, which tell how long a virtual machine's
 * threads took to stop. No pause's length includes that time. They cover every reason to
 * stop, not only collections.
 */
final class Safepoint {
  static final String TAG = "safepoint";

  private static final Pattern SINCE_JDK_13 = Pattern.compile(
      "Safepoint \"(.+?)\", .*Reaching safepoint: (\\d{1,18}) ns, .*"
          + "Total: (\\d{1,18}) ns.*");
  private static final Pattern UNTIL_JDK_12 = Pattern.compile(
      "Total time for which application threads were stopped: (\\d+\\.\\d+) seconds, "
          + "Stopping threads took: (\\d+\\.\\d+) seconds");

  private Safepoint() {}

  /**
   * Parses a line.
   *
   * @param atMs the line's time, which is when the threads went on
   * @param text the line's text
   * @return from the request to stop until the last thread stood still; null for any
   *     other line
   */
  static Span read(double atMs, String text) {
    Matcher line = SINCE_JDK_13.matcher(text);
    if (line.matches()) {
      return span(atMs, nanos(line.group(3)), nanos(line.group(2)), line.group(1));
    }
    line = UNTIL_JDK_12.matcher(text);
    return line.matches()
        ? span(atMs, seconds(line.group(1)), seconds(line.group(2)), "Safepoint") : null;
  }

  private static Span span(double atMs, double totalMs, double reachingMs, String kind) {
    return new Span(atMs - totalMs, reachingMs, kind);
  }

  private static double nanos(String number) {
    return Long.parseLong(number) / 1e6;
  }

  private static double seconds(String number) {
    return Double.parseDouble(number) * 1e3;
  }
}
