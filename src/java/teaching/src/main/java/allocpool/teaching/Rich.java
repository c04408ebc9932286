package allocpool.teaching;

/** What {@link Display} can show: as HTML where there is a page, else as text. */
public interface Rich {
  /** A fragment of HTML; a picture is inline SVG. The same for the same content. */
  String html();

  /** What the fragment says, for a terminal or a reader who cannot see it. */
  String text();
}
