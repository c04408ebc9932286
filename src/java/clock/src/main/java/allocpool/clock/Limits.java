package allocpool.clock;

/** The ranges of a clock's arguments, common to all clocks. */
public final class Limits {
  /** The most ticks that can wait: two arrays of them fit a direct buffer. */
  public static final int MAX_CAPACITY = 250_000_000;

  /** The shortest interval between two ticks: one nanosecond, in picoseconds. */
  public static final long MIN_INTERVAL_PICOSECONDS = 1000;

  /** The longest interval between two ticks: one minute, in picoseconds. */
  public static final long MAX_INTERVAL_PICOSECONDS = 60_000_000_000_000L;

  private Limits() {}

  /**
   * Checks a clock's arguments.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  static void check(int capacity, long intervalPicoseconds) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "clock: capacity " + capacity + " is not in 1 to " + MAX_CAPACITY);
    }
    if (intervalPicoseconds < MIN_INTERVAL_PICOSECONDS
        || intervalPicoseconds > MAX_INTERVAL_PICOSECONDS) {
      throw new IllegalArgumentException(
          "clock: an interval of " + intervalPicoseconds + " ps is not in "
              + MIN_INTERVAL_PICOSECONDS + " to " + MAX_INTERVAL_PICOSECONDS);
    }
  }
}
