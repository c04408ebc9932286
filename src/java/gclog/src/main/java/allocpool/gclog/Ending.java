package allocpool.gclog;

/**
 * A line that reports the end of a timed event, such as
 * {@code GC(7) Pause Young (Normal) 423M->123M(512M) 3.200ms}. It is parsed from both
 * ends and without a regular expression, which would take most of the time of reading a
 * log.
 */
final class Ending {
  private static final String BEFORE_ID = "GC(";
  private static final int LONGEST_ID = 18;

  /** The collection's number. */
  final String id;

  /** What took the time, in the log's words: {@code Pause Young (Normal)}. */
  final String what;

  final double lengthMs;

  /** The heap's use before and after in megabytes, or null if not logged. */
  final Double beforeMb;

  final Double afterMb;

  private Ending(
      String id, String what, double lengthMs, Double beforeMb, Double afterMb) {
    this.id = id;
    this.what = what;
    this.lengthMs = lengthMs;
    this.beforeMb = beforeMb;
    this.afterMb = afterMb;
  }

  /**
   * Parses a line.
   *
   * @param text the line without decorations
   * @return the event; null if it is no such line
   */
  static Ending read(String text) {
    String id = id(text);
    int length = text.lastIndexOf(' ');
    int point = text.indexOf('.', length);
    if (id == null || !text.endsWith("ms") || !isNumber(text, length + 1, point)
        || !isNumber(text, point + 1, text.length() - 2)) {
      return null;
    }
    double lengthMs = Double.parseDouble(text.substring(length + 1, text.length() - 2));
    int what = afterId(id);
    // A letter may give the generation: "GC(7) Y: Pause Mark Start 0.015ms".
    what = text.startsWith(": ", what + 1) ? what + 3 : what;
    int use = text.lastIndexOf(' ', length - 1);
    int arrow = text.indexOf("M->", use);
    int room = text.indexOf("M(", arrow + 3);
    boolean told = use > what && isNumber(text, use + 1, arrow)
        && isNumber(text, arrow + 3, room) && isNumber(text, room + 2, length - 2)
        && text.startsWith("M)", length - 2);
    int end = told ? use : length;
    return what >= end ? null : new Ending(
        id, text.substring(what, end), lengthMs,
        told ? Double.valueOf(text.substring(use + 1, arrow)) : null,
        told ? Double.valueOf(text.substring(arrow + 3, room)) : null);
  }

  /** Returns the number of the collection that a line is about; null if there is none. */
  static String id(String text) {
    int from = BEFORE_ID.length();
    int end = text.indexOf(") ");
    return text.startsWith(BEFORE_ID) && end <= from + LONGEST_ID
        && isNumber(text, from, end) ? text.substring(from, end) : null;
  }

  /** Returns the position of a line's text behind the collection's number. */
  static int afterId(String id) {
    return BEFORE_ID.length() + id.length() + 2;
  }

  /** Returns true if there are only digits between the positions, and at least one. */
  private static boolean isNumber(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return from < to;
  }
}
