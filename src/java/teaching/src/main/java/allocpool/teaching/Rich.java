package allocpool.teaching;

/** Content that {@link Display} can show: as HTML where possible, else as text. */
public interface Rich {
  /** Returns an HTML fragment with inline SVG, always the same for equal content. */
  String html();

  /** Returns the fragment's content as text, for a terminal or a screen reader. */
  String text();
}
