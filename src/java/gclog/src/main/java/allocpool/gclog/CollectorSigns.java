package allocpool.gclog;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Identifies the collector that wrote a log. A log names it once, at its start; a rotated
 * log has lost that line, and then characteristic lines identify the collector.
 */
final class CollectorSigns {
  /** Two collectors whose lines are the same if only the tag {@code gc} was logged. */
  static final String EITHER = "Serial or Parallel";

  /** It frees nothing, but tells the heap's use as the program fills it. */
  static final String EPSILON = "Epsilon";

  private static final String Z = "The Z Garbage Collector";
  private static final String CMS = "Concurrent Mark Sweep";
  private static final Set<String> NAMES =
      Set.of("Serial", "Parallel", CMS, "G1", Z, "Shenandoah", EPSILON);

  /** Patterns that no other collector writes. */
  private static final Map<String, Pattern> SIGNS = new LinkedHashMap<>();

  static {
    SIGNS.put(Z, Pattern.compile(
        "Pause (?:Mark (?:Start|End)|Relocate Start)"
            + "|(?:Garbage|Minor|Major) Collection \\("));
    SIGNS.put("Shenandoah", Pattern.compile(
        "Pause (?:(?:Init|Final) (?:Mark|Update|Evac|Roots)|Degenerated)"
            + "|Concurrent (?:reset|marking|evacuation|update|cleanup|class unl)"));
    SIGNS.put("G1", Pattern.compile(
        "Pause .*\\(G1 |Pause Young \\([^()]+\\) \\(|Pause (?:Mixed|Cleanup)"
            + "|(?:Eden|Survivor|Old|Humongous) regions:"
            + "|Concurrent (?:Mark |Undo )?Cycle"));
    SIGNS.put("Parallel", Pattern.compile("PSYoungGen:|ParOldGen:|\\(Ergonomics\\)"));
    SIGNS.put(CMS, Pattern.compile(
        "ParNew:|CMS:|Pause Initial Mark"
            + "|Concurrent (?:Preclean|Abortable Preclean|Sweep|Reset)"));
    SIGNS.put("Serial", Pattern.compile("DefNew:|Tenured:"));
  }

  private String sure;
  private boolean either;

  /** Returns true if a collector calls itself this. */
  static boolean isName(String name) {
    return NAMES.contains(name);
  }

  /**
   * Examines a line.
   *
   * @param text the line without decorations
   */
  void look(String text) {
    if (sure != null || !text.startsWith("GC(")) {
      return;
    }
    for (Map.Entry<String, Pattern> sign : SIGNS.entrySet()) {
      if (sign.getValue().matcher(text).find()) {
        sure = sign.getKey();
        return;
      }
    }
    either |= text.contains("Pause Young (") || text.contains("Pause Full (");
  }

  /** Returns the collector's own name for itself; null if it could not be identified. */
  String name() {
    return sure == null && either ? EITHER : sure;
  }
}
