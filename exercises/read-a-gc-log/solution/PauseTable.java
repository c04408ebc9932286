package exercise;

/**
 * What the pauses in a garbage collector's log come to: a row of the article's table.
 *
 * <p>The log is what {@code java -Xlog:gc*} writes under Serial, Parallel, G1 or ZGC,
 * with the decorations that it has by itself, and is read line by line. After the
 * constructor nothing allocates. For one thread.
 */
public final class PauseTable {
  // BEGIN SOLUTION
  private byte[] line;
  private int end; // Of the line: so many bytes,
  private int at; // of which so many have been read.

  private boolean begun;
  private long firstMs;
  private long lastMs;
  private int open; // Pauses that have begun and not ended yet.
  private boolean holdsFull; // Whether a full one has ended within the one that is open.
  private long pauses;
  private long young;
  private long full;
  private long longestMicros;
  private long totalMicros;
  // END SOLUTION

  /** Forgets all, for another log. */
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
      return; // The program's own.
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

  /** How many pauses have ended. */
  public long pauses() {
    // BEGIN SOLUTION
    return pauses;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How many of them were young collections. */
  public long young() {
    // BEGIN SOLUTION
    return young;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How many of them were full collections. */
  public long full() {
    // BEGIN SOLUTION
    return full;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How long the longest pause was, in microseconds. */
  public long longestMicros() {
    // BEGIN SOLUTION
    return longestMicros;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How long they were on average, in microseconds, rounded down. */
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
    open = Math.max(0, open - 1); // ZGC's pauses end without having been announced.
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

  /** Goes on to what follows tags, collection and generation, if there is all that. */
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

  /** Goes on past a text, if it is what comes next. */
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

  /** Goes on past the next such character, if there is one. */
  private boolean skipPast(char last) {
    while (at < end) {
      if (line[at++] == last) {
        return true;
      }
    }
    return false;
  }

  /** The number that comes next, in thousandths: 1787 for 1.787; -1 if there is none. */
  private long number() {
    int first = at;
    long number = 0;
    for (; at < end && (isDigit(line[at]) || line[at] == '.'); at++) {
      number = isDigit(line[at]) ? 10 * number + line[at] - '0' : number;
    }
    return at == first ? -1 : number;
  }

  /** The length with which the line ends, such as 12.345ms, in microseconds. */
  private long length() {
    long micros = 0;
    long unit = 1;
    int last = end - 3; // "ms" comes after it.
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
