package allocpool.flat.address;

import allocpool.workload.BadInputException;
import java.util.List;
import java.util.Locale;

/**
 * Switches for measurements, set by system properties, as in
 * {@link allocpool.flat.Switches}, which has the one for pages.
 */
final class Switches {
  private static final String AHEAD = "allocpool.flat.ahead";
  private static final String BLOCK = "allocpool.flat.block";

  private Switches() {}

  /**
   * Checks all switches.
   *
   * @throws BadInputException naming the first bad one and what would be valid
   */
  static void check() {
    ahead();
    block();
    allocpool.flat.Switches.wantsHugePages();
  }

  /**
   * Returns the way to fetch lines before they are needed.
   *
   * @return prefetch by default
   */
  static LookAhead.Kind ahead() {
    String name = read(AHEAD, "prefetch", "prefetch", "touch", "none");
    return LookAhead.Kind.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the number of packets fetched at a time.
   *
   * @return a power of two
   */
  static int block() {
    return Integer.parseInt(read(BLOCK, "16", "4", "8", "16", "32", "64"));
  }

  /** Tells whether to report a lack of huge pages. */
  static boolean asksForHugePages() {
    return "huge".equals(System.getProperty("allocpool.flat.pages"));
  }

  private static String read(String property, String otherwise, String... valid) {
    String value = System.getProperty(property, otherwise);
    if (!List.of(valid).contains(value)) {
      throw new BadInputException(
          "-D" + property + ": '" + value + "' is none of " + String.join(", ", valid));
    }
    return value;
  }
}
