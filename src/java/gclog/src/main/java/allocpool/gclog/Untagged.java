package allocpool.gclog;

import java.util.List;
import java.util.regex.Pattern;

/** Derives the tags of lines that were written without them. */
final class Untagged {
  private static final Pattern PACED = Pattern.compile(" *\\d+ of +\\d+ ms \\(.*");

  private static final List<String> BEGINNINGS =
      List.of("GC(", LogLine.USING, "Allocation Stall (", "Relocation Stall (");

  private Untagged() {}

  /**
   * Finds where a line without decorations starts to mention collections, after a logging
   * agent's prefix.
   *
   * @param line as it is in the file
   * @return the position; 0 if it is not about collections
   */
  static int begin(String line) {
    for (String beginning : BEGINNINGS) {
      int begin = line.indexOf(beginning);
      if (begin >= 0) {
        return begin;
      }
    }
    return 0;
  }

  /**
   * Finds the tags.
   *
   * @param text a line's text
   * @return the tags with which a collector writes it, for lines that are read here; null
   *     for anything else
   */
  static String tags(String text) {
    boolean ended = text.endsWith("ms");
    if (text.startsWith("GC(")) {
      return !ended && text.contains(" Pause ") ? "gc,start" : "gc";
    }
    if (text.startsWith(LogLine.USING)) {
      return CollectorSigns.isName(text.substring(LogLine.USING.length())) ? "gc" : null;
    }
    if (ended && text.contains(" Stall (")) {
      return "gc";
    }
    return text.contains(" ms (") && PACED.matcher(text).matches() ? "gc,stats" : null;
  }
}
