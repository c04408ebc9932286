package exercise;

/**
 * Sums up the pauses in a garbage collector's log: a row of the article's table.
 *
 * <p>The log is what {@code java -Xlog:gc*} writes under Serial, Parallel, G1 or ZGC,
 * with the default decorations, and is read line by line. Nothing allocates after the
 * constructor. For one thread.
 */
public final class PauseTable {
  // Your code here.

  /** Forgets everything, for another log. */
  public void clear() {
    // Your code here.
  }

  /** Reads a line: the first {@code length} bytes, ASCII, without a line end. */
  public void read(byte[] bytes, int length) {
    // Your code here.
  }

  /** The number of pauses that have ended. */
  public long pauses() {
    // Your code here.
    return 0;
  }

  /** The number of young collections among them. */
  public long young() {
    // Your code here.
    return 0;
  }

  /** The number of full collections among them. */
  public long full() {
    // Your code here.
    return 0;
  }

  /** The longest pause, in microseconds. */
  public long longestMicros() {
    // Your code here.
    return 0;
  }

  /** The average pause, in microseconds, rounded down. */
  public long averageMicros() {
    // Your code here.
    return 0;
  }

  /** Their share of the time from the log's first line to its last, in millionths. */
  public long sharePerMillion() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
