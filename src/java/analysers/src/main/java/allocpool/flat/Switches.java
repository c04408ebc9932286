package allocpool.flat;

import allocpool.workload.BadInputException;
import java.util.List;

/**
 * Switches for measurements, set by system properties. They are read once, into
 * constants, so that the compiled loop contains only the active code. A report shows them
 * among the virtual machine's flags.
 */
public final class Switches {
  private static final String TOUCH_AHEAD = "allocpool.flat.touch-ahead";
  private static final String TOUCH_VICTIM = "allocpool.flat.touch-victim";
  private static final String PAGES = "allocpool.flat.pages";
  private static final String HUGE_IF_POSSIBLE = "huge-if-possible";

  private Switches() {}

  /**
   * Checks all switches.
   *
   * @throws BadInputException naming the first bad one and what would be valid
   */
  static void check() {
    touchAhead();
    touchVictim();
    pages();
  }

  /**
   * Returns the number of packets touched at a time, before they are parsed.
   *
   * @return a power of two; 0 for none
   */
  static int touchAhead() {
    return Integer.parseInt(read(TOUCH_AHEAD, "16", "0", "4", "8", "16", "32", "64"));
  }

  /**
   * Tells whether the packet that the store replaces next is touched with them.
   *
   * @return true by default
   */
  static boolean touchVictim() {
    return read(TOUCH_VICTIM, "on", "on", "off").equals("on");
  }

  /**
   * Tells whether huge pages are tried at all.
   *
   * @return true by default
   */
  public static boolean wantsHugePages() {
    return !pages().equals("small");
  }

  /** Tells whether to report a lack of huge pages. */
  static boolean asksForHugePages() {
    return pages().equals("huge");
  }

  private static String pages() {
    return read(PAGES, HUGE_IF_POSSIBLE, HUGE_IF_POSSIBLE, "huge", "small");
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
