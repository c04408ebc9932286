package allocpool.gclog;

/** Times such as {@code 2026-11-20T10:00:00.123+0000}, as virtual machines write them. */
final class TimeOfDay {
  private static final int SHORTEST = "2026-11-20T10:00:00".length();

  private TimeOfDay() {}

  /**
   * Parses a time. The fraction, after a point or a comma, and the offset from UTC
   * ({@code Z}, {@code +0100}, {@code +01:00}) are optional.
   *
   * @param text anything
   * @param from the time's start
   * @param to the time's end
   * @return milliseconds since 1970, or NaN if there is no time
   */
  static double parse(String text, int from, int to) {
    if (to - from < SHORTEST || text.charAt(from + 4) != '-'
        || text.charAt(from + 7) != '-' || text.charAt(from + 13) != ':'
        || text.charAt(from + 16) != ':'
        || text.charAt(from + 10) != 'T' && text.charAt(from + 10) != ' ') {
      return Double.NaN;
    }
    long year = digits(text, from, 4);
    long month = digits(text, from + 5, 2);
    long day = digits(text, from + 8, 2);
    long hour = digits(text, from + 11, 2);
    long minute = digits(text, from + 14, 2);
    long second = digits(text, from + 17, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || minute < 0
        || second < 0) {
      return Double.NaN;
    }
    int at = from + SHORTEST;
    double fraction = 0;
    if (at < to && (text.charAt(at) == '.' || text.charAt(at) == ',')) {
      double place = 100;
      for (at++; at < to && Character.digit(text.charAt(at), 10) >= 0; at++) {
        fraction += place * Character.digit(text.charAt(at), 10);
        place /= 10;
      }
    }
    long minutes = (days(year, month, day) * 24 + hour) * 60 + minute;
    return ((minutes - offset(text, at, to)) * 60 + second) * 1000.0 + fraction;
  }

  /**
   * Finds the first time in a text.
   *
   * @param text anything
   * @param to the end of the search
   * @return as in {@link #parse}
   */
  static double find(String text, int to) {
    for (int dash = text.indexOf('-'); dash >= 0 && dash < to;
        dash = text.indexOf('-', dash + 1)) {
      double found = dash < 4 ? Double.NaN : parse(text, dash - 4, to);
      if (!Double.isNaN(found)) {
        return found;
      }
    }
    return Double.NaN;
  }

  /** Returns the minutes east of UTC. */
  private static long offset(String text, int at, int to) {
    if (to - at < 5 || text.charAt(at) != '+' && text.charAt(at) != '-') {
      return 0;
    }
    int colon = text.charAt(at + 3) == ':' ? 1 : 0;
    long hours = digits(text, at + 1, 2);
    long minutes = to - at < 5 + colon ? -1 : digits(text, at + 3 + colon, 2);
    if (hours < 0 || minutes < 0) {
      return 0;
    }
    return (text.charAt(at) == '-' ? -1 : 1) * (hours * 60 + minutes);
  }

  /** Returns the days since 1970, in the Gregorian calendar. */
  private static long days(long year, long month, long day) {
    long years = month <= 2 ? year - 1 : year; // years that begin in March
    long before = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
    return years * 365 + years / 4 - years / 100 + years / 400 + before + day - 719469;
  }

  private static long digits(String text, int from, int count) {
    long value = 0;
    for (int i = from; i < from + count; i++) {
      char at = text.charAt(i);
      if (at < '0' || at > '9') {
        return -1;
      }
      value = value * 10 + at - '0';
    }
    return value;
  }
}
