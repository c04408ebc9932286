package exercise;

/**
 * Sums up the pauses in a garbage collector's log: a row of the article's table.
 *
 * <p>The log is what {@code java -Xlog:gc*} writes under Serial, Parallel, G1 or ZGC,
 * with the default decorations, and is read line by line. Nothing allocates after the
 * constructor. For one thread.
 */
public final class PauseTable {
  // BEGIN SOLUTION
  private byte[] line;
  private int end; // The line's length,
  private int at; // and how much of it has been read.

  private boolean begun;
  private long firstMs;
  private long lastMs;
  private int open; // Pauses that have begun, but not ended yet.
  private boolean holdsFull; // A full one has ended within the open one.
  private long pauses;
  private long young;
  private long full;
  private long longestMicros;
  private long totalMicros;
  // END SOLUTION

  /** Forgets everything, for another log. */
  public void clear() {
    // BEGIN SOLUTION
    begun = false;
    firstMs = 0;
    lastMs = 0;
    open = 0;
    holdsFull = false;
    pauses = 0;
    young = 0;
    full = 0;
    longestMicros = 0;
    totalMicros = 0;
    // END SOLUTION
  }

  /** Reads a line: the first {@code length} bytes, ASCII, without a line end. */
  public void read(byte[] bytes, int length) {
    // BEGIN SOLUTION
    line = bytes;
    end = length;
    at = 0;
    // [1.787s][info][gc,start     ] GC(77) Pause Young (Allocation Failure)
    long uptimeMs = skip("[") ? number() : -1;
    if (uptimeMs < 0 || !skip("s][") || !skipPast(']') || !skip("[")) {
      return; // A line of the program's own.
    }
    firstMs = begun ? firstMs : uptimeMs;
    lastMs = uptimeMs;
    begun = true;
    boolean starts = skip("gc,start");
    boolean ends = !starts && (skip("gc,phases") || skip("gc"));
    if (!(starts || ends) || !skipToText() || !skip("Pause ")) {
      return;
    }
    if (starts) {
      open++;
    } else {
      endPause(skip("Young"), skip("Full"));
    }
    // END SOLUTION
  }

  /** The number of pauses that have ended. */
  public long pauses() {
    // BEGIN SOLUTION
    return pauses;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The number of young collections among them. */
  public long young() {
    // BEGIN SOLUTION
    return young;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The number of full collections among them. */
  public long full() {
    // BEGIN SOLUTION
    return full;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The longest pause, in microseconds. */
  public long longestMicros() {
    // BEGIN SOLUTION
    return longestMicros;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The average pause, in microseconds, rounded down. */
  public long averageMicros() {
    // BEGIN SOLUTION
    return pauses == 0 ? 0 : totalMicros / pauses;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** Their share of the time from the log's first line to its last, in millionths. */
  public long sharePerMillion() {
    // BEGIN SOLUTION
    long spanMs = lastMs - firstMs;
    return spanMs == 0 ? 0 : 1_000 * totalMicros / spanMs;
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  private void endPause(boolean isYoung, boolean isFull) {
    holdsFull |= isFull;
    open = Math.max(0, open - 1); // ZGC doesn't announce its pauses.
    if (open > 0) {
      return; // The program stands still until the outer one ends.
    }
    long micros = length();
    pauses++;
    totalMicros += micros;
    longestMicros = Math.max(longestMicros, micros);
    if (holdsFull) {
      full++;
    } else if (isYoung) {
      young++;
    }
    holdsFull = false;
  }

  /** Skips tags, collection and generation. Returns false if one of them is missing. */
  private boolean skipToText() {
    while (at < end && line[at] == ' ') {
      at++;
    }
    if (!(skip("] GC(") && skipPast(')') && skip(" "))) {
      return false;
    }
    if (at + 2 < end && line[at + 1] == ':') {
      at += 3; // One letter for a generation.
    }
    return true;
  }

  /** Skips a text, if it comes next. */
  private boolean skip(String text) {
    if (end - at < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (line[at + i] != text.charAt(i)) {
        return false;
      }
    }
    at += text.length();
    return true;
  }

  /** Skips everything up to and including the next such character, if there is one. */
  private boolean skipPast(char last) {
    while (at < end) {
      if (line[at++] == last) {
        return true;
      }
    }
    return false;
  }

  /** Reads a number, in thousandths: 1787 for 1.787; -1 if there is none. */
  private long number() {
    int first = at;
    long number = 0;
    for (; at < end && (isDigit(line[at]) || line[at] == '.'); at++) {
      number = isDigit(line[at]) ? 10 * number + line[at] - '0' : number;
    }
    return at == first ? -1 : number;
  }

  /** The duration at the line's end, such as 12.345ms, in microseconds. */
  private long length() {
    long micros = 0;
    long unit = 1;
    int last = end - 3; // "ms" follows.
    for (int i = last; isDigit(line[i]) || line[i] == '.'; i--) {
      if (line[i] != '.') {
        micros += unit * (line[i] - '0');
        unit *= 10;
      }
    }
    return micros;
  }

  private static boolean isDigit(byte value) {
    return value >= '0' && value <= '9';
  }
  // END SOLUTION
}
