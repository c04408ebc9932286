package allocpool.gclog;

/** A line of a log, independent of its decorations; immutable. */
final class LogLine {
  /** What precedes a collector's name. */
  static final String USING = "Using ";

  /** Milliseconds since the virtual machine's start, or NaN if the line has none. */
  final double uptimeMs;

  /**
   * The time of day in milliseconds since 1970, UTC, or of another clock that never
   * stops; NaN if the line has none.
   */
  final double wallMs;

  /**
   * For example {@code gc,start}. If the line has none, those that such a text always
   * has; null if it is not about collections.
   */
  final String tags;

  /** The text without decorations, trailing spaces, and decimal commas. */
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

  /** Returns true if it has a time. */
  boolean isTimed() {
    return !Double.isNaN(uptimeMs) || !Double.isNaN(wallMs);
  }

  /** Returns true if it is {@code Using ...}, with the collector's name. */
  boolean namesCollector() {
    return "gc".equals(tags) && text.startsWith(USING) && text.length() > USING.length()
        && !Character.isDigit(text.charAt(USING.length()));
  }

  /**
   * Returns true if a virtual machine writes such a line only at its start; a complete
   * log has one before its first collection.
   */
  boolean isBirth() {
    return namesCollector() || "gc,init".equals(tags)
        || text.startsWith("Heap region size");
  }
}
