package allocpool.teaching;

/** Content that {@link Display} can show: as HTML where possible, else as text. */
public interface Rich {
  /**
   * Returns an HTML fragment; pictures are inline SVG. Equal content gives equal HTML.
   */
  String html();

  /** Returns the fragment's content as text, for a terminal or a screen reader. */
  String text();
}
