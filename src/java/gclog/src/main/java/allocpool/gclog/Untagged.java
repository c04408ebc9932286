package allocpool.gclog;

import java.util.List;
import java.util.regex.Pattern;

/** The tags of lines that were written without. */
final class Untagged {
  private static final Pattern PACED = Pattern.compile(" *\\d+ of +\\d+ ms \\(.*");

  private static final List<String> BEGINNINGS =
      List.of("GC(", LogLine.USING, "Allocation Stall (", "Relocation Stall (");

  private Untagged() {}

  /**
   * Finds where a line without decorations begins to speak of collections, after what a
   * logging agent put there.
   *
   * @param line as it stands in the file
   * @return the place; 0 if it is not about them
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
   * @param text what a line says
   * @return those with which a collector says so, as far as such lines are read here;
   *     null for anything else
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
