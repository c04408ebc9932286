package allocpool.gclog;

import java.util.Locale;
import java.util.Set;

/**
 * Short names of pauses, for charts. They are the log's own words in lower case, without
 * the part in brackets (the cause, or a detail):
 *
 * <ul>
 *   <li>Serial, Parallel, CMS, G1: {@code young}, {@code full};
 *   <li>CMS: {@code initial mark}, {@code remark};
 *   <li>G1: {@code mixed} (young and some old regions), {@code remark}, {@code cleanup};
 *   <li>ZGC: {@code mark start}, {@code mark end}, {@code relocate start}, of either
 *       generation;
 *   <li>Shenandoah: {@code initial mark}, {@code final mark}, {@code final roots}, {@code
 *       initial update refs}, {@code final update refs}; {@code degenerated} (a
 *       concurrent collection that ran out of memory, and was finished in a pause),
 *       {@code full}.
 * </ul>
 *
 * <p>Other pauses keep the log's name.
 */
final class PauseKind {
  private static final Set<String> COLLECTIONS =
      Set.of("young", "mixed", "full", "degenerated");

  private PauseKind() {}

  /**
   * Finds the short name.
   *
   * @param kind the log's name, such as {@code Young (Mixed) (G1 Evacuation Pause)}
   * @return the short name, such as {@code mixed}
   */
  static String shortWord(String kind) {
    if (kind.contains("(Mixed)")) {
      return "mixed";
    }
    int bracket = kind.indexOf('(');
    String word = bracket < 0 ? kind : kind.substring(0, bracket).stripTrailing();
    if (word.startsWith("Init ")) {
      word = "Initial " + word.substring("Init ".length());
    } else if (word.equals("Degenerated GC")) {
      word = "Degenerated";
    }
    return word.toLowerCase(Locale.ROOT);
  }

  /**
   * Tells whether the pause is a whole collection, not a step of a concurrent one.
   *
   * @param kind the log's name
   * @return true if so; the heap's use after it is then that after a collection
   */
  static boolean isCollection(String kind) {
    return COLLECTIONS.contains(shortWord(kind));
  }
}
