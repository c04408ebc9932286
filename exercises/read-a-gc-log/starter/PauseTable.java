package exercise;

/**
 * What the pauses in a garbage collector's log come to: a row of the article's table.
 *
 * <p>The log is what {@code java -Xlog:gc*} writes under Serial, Parallel, G1 or ZGC,
 * with the decorations that it has by itself, and is read line by line. After the
 * constructor nothing allocates. For one thread.
 */
public final class PauseTable {
  // Your code here.

  /** Forgets all, for another log. */
  public void clear() {
    // Your code here.
  }

  /** Reads a line: the first {@code length} bytes, ASCII, without a line end. */
  public void read(byte[] bytes, int length) {
    // Your code here.
  }

  /** How many pauses have ended. */
  public long pauses() {
    // Your code here.
    return 0;
  }

  /** How many of them were young collections. */
  public long young() {
    // Your code here.
    return 0;
  }

  /** How many of them were full collections. */
  public long full() {
    // Your code here.
    return 0;
  }

  /** How long the longest pause was, in microseconds. */
  public long longestMicros() {
    // Your code here.
    return 0;
  }

  /** How long they were on average, in microseconds, rounded down. */
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
