package allocpool.gclog;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Strips the decorations in front of a line's text. A virtual machine puts up to twelve
 * items into brackets, in this order but any subset: time, time in UTC, uptime, uptime in
 * milliseconds and nanoseconds, host, process, thread, level, tags. A logging agent may
 * put anything before that, or wrap the line in JSON.
 *
 * <p>Each bracket is recognised by its content, line by line, so nothing has to be
 * learned from the first lines, and a log may change its decorations in the middle, as
 * rotated and concatenated ones do.
 */
final class Decorations {
  private static final List<String> LEVELS =
      List.of("info", "debug", "trace", "warning", "error");
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("(\\d),(\\d+(?:ms|s\\b|%))");

  /** The longest decoration accepted, perhaps a host's name. */
  private static final int LONGEST = 256;

  /** A count of milliseconds above this (in 1973) is the time of day, not an uptime. */
  private static final double DAY_TIME_MS = 1e11;

  private final String line;
  private double uptimeMs = Double.NaN;
  private boolean uptimeInSeconds;
  private double wallMs = Double.NaN;
  private String tags;
  private boolean known;

  private Decorations(String line) {
    this.line = line;
  }

  /**
   * Parses a line.
   *
   * @param line as it is in the file; anything
   * @return its parts; without decorations, the text begins where the collector or its
   *     name is mentioned, or else it is the whole line
   */
  static LogLine parse(String line) {
    return new Decorations(line).parse();
  }

  private LogLine parse() {
    for (int open = line.indexOf('['); open >= 0; open = line.indexOf('[', open + 1)) {
      int end = brackets(open);
      if (known) {
        return result(open, end);
      }
    }
    int begin = Untagged.begin(line);
    return result(begin, begin);
  }

  /** Reads consecutive brackets, with at most one space between them. */
  private int brackets(int open) {
    int end = open;
    int next = open;
    while (next < line.length() && line.charAt(next) == '[') {
      int close = line.indexOf(']', next);
      if (close < 0 || close - next > LONGEST || !read(next + 1, close)) {
        break;
      }
      end = close + 1;
      next = end < line.length() && line.charAt(end) == ' ' ? end + 1 : end;
    }
    return end;
  }

  /** Reads a bracket's content; returns false if it cannot be a decoration. */
  private boolean read(int from, int to) {
    while (to > from && line.charAt(to - 1) == ' ') {
      to--;
    }
    if (to == from || line.lastIndexOf('[', to - 1) >= from) {
      return false;
    }
    if (isDigit(line.charAt(from))) {
      readTime(from, to);
    } else {
      if (isLevel(from, to)) {
        known = true;
      } else {
        readTags(line.substring(from, to));
      }
    }
    return true;
  }

  private boolean isLevel(int from, int to) {
    for (String level : LEVELS) {
      if (level.length() == to - from && line.startsWith(level, from)) {
        return true;
      }
    }
    return false;
  }

  private void readTags(String word) {
    if (word.equals("gc") || word.startsWith("gc,") || word.endsWith(",gc")
        || word.contains(",gc,") || word.equals(Safepoint.TAG)) {
      known = true;
      tags = word;
    }
  }

  private void readTime(int from, int to) {
    double wall = TimeOfDay.parse(line, from, to);
    if (!Double.isNaN(wall)) {
      known = true;
      wallMs = wall;
      return;
    }
    if (line.charAt(to - 1) != 's') {
      return; // a process or thread number
    }
    char unit = line.charAt(to - 2);
    if (unit == 'm' || unit == 'n') {
      double value = number(from, to - 2) / (unit == 'n' ? 1e6 : 1);
      if (unit == 'm' && value > DAY_TIME_MS) {
        known = true;
        wallMs = value;
      } else if (!Double.isNaN(value) && !uptimeInSeconds) {
        known = true;
        uptimeMs = value;
      }
    } else {
      double value = number(from, to - 1);
      if (!Double.isNaN(value)) {
        known = true;
        uptimeInSeconds = true;
        uptimeMs = value * 1000;
      }
    }
  }

  /** Parses at most 18 digits with at most one point or comma; NaN for anything else. */
  private double number(int from, int to) {
    long digits = 0;
    long scale = 0; // 0: no point yet
    if (to <= from || to - from > 18) {
      return Double.NaN;
    }
    for (int i = from; i < to; i++) {
      char at = line.charAt(i);
      if (isDigit(at)) {
        digits = digits * 10 + at - '0';
        scale *= 10;
      } else if (at != '.' && at != ',' || scale > 0) {
        return Double.NaN;
      } else {
        scale = 1;
      }
    }
    return scale == 0 ? digits : digits / (double) scale;
  }

  private static boolean isDigit(char one) {
    return one >= '0' && one <= '9';
  }

  /** Returns the line, whose decorations lie between the two positions. */
  private LogLine result(int open, int end) {
    if (Double.isNaN(uptimeMs) && Double.isNaN(wallMs)) {
      wallMs = TimeOfDay.find(line, open); // use the agent's time
    }
    String text = line.substring(end);
    if (open > 0 && line.charAt(open - 1) == '"') {
      text = JsonText.untilQuote(text);
    }
    if (text.indexOf(',') >= 0) {
      text = DECIMAL_COMMA.matcher(text).replaceAll("$1.$2");
    }
    // One space separates decorations and text; further ones belong to the text.
    text = text.startsWith(" ") && end > open ? text.substring(1) : text;
    return new LogLine(uptimeMs, wallMs, tags, text.stripTrailing());
  }
}
