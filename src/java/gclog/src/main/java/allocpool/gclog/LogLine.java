package allocpool.gclog;

/** A line of a log, whatever it was decorated with; immutable. */
final class LogLine {
  /** What precedes a collector's name. */
  static final String USING = "Using ";

  /** Milliseconds since the virtual machine's start, or NaN where the line has none. */
  final double uptimeMs;

  /**
   * The time of day in milliseconds since 1970, UTC, or of some other clock that never
   * stops; NaN where the line has none.
   */
  final double wallMs;

  /**
   * Such as {@code gc,start}. Where the line has none, those that such a text always has;
   * null if it is not about collections.
   */
  final String tags;

  /** What is said, without decorations, blanks at its end, and decimal commas. */
  final String text;

  /** Whether the tags are the line's own. */
  final boolean tagged;

  LogLine(double uptimeMs, double wallMs, String tags, String text) {
    this.uptimeMs = uptimeMs;
    this.wallMs = wallMs;
    this.tagged = tags != null;
    this.tags = tagged ? tags : Untagged.tags(text);
    this.text = text;
  }

  /** Whether it says when. */
  boolean isTimed() {
    return !Double.isNaN(uptimeMs) || !Double.isNaN(wallMs);
  }

  /** Whether it says {@code Using ...}, the collector's name. */
  boolean namesCollector() {
    return "gc".equals(tags) && text.startsWith(USING) && text.length() > USING.length()
        && !Character.isDigit(text.charAt(USING.length()));
  }

  /**
   * Whether a virtual machine says such a thing only as it starts; the first line of a
   * log that has its beginning is such a one.
   */
  boolean isBirth() {
    return namesCollector() || "gc,init".equals(tags)
        || text.startsWith("Heap region size");
  }
}
