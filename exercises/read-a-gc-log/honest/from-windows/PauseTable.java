package exercise;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Ein Läufer, der über … geht: over the line from left to right. */
public final class PauseTable {
  private static final byte[] PAUSE = "Pause ".getBytes(US_ASCII);
  private static final byte[] YOUNG = "Young".getBytes(US_ASCII);
  private static final byte[] FULL = "Full".getBytes(US_ASCII);
  private static final byte[] START = "gc,start".getBytes(US_ASCII);
  private static final byte[] END = "gc".getBytes(US_ASCII);
  private static final byte[] PHASES = "gc,phases".getBytes(US_ASCII);
  private static final byte[] GC = "GC(".getBytes(US_ASCII);

  private byte[] line;
  private int end;
  private int at;

  private long first;
  private long last;
  private boolean any;
  private int open;
  private boolean innerFull;
  private long pauses;
  private long young;
  private long full;
  private long longest;
  private long sum;

  public void clear() {
    any = false;
    innerFull = false;
    open = 0;
    first = last = pauses = young = full = longest = sum = 0;
  }

  public void read(byte[] bytes, int length) {
    line = bytes;
    end = length;
    at = 0;
    if (!skip('[')) {
      return;
    }
    long time = thousandths();
    if (time < 0 || !skip('s') || !skip(']') || !skip('[')) {
      return;
    }
    if (!word() || !skip(']') || !skip('[')) {
      return;
    }
    int tags = at;
    while (at < end && line[at] != ']') {
      at++;
    }
    int behind = at;
    if (!skip(']')) {
      return;
    }
    if (!any) {
      first = time;
      any = true;
    }
    last = time;
    while (behind > tags && line[behind - 1] == ' ') {
      behind--;
    }
    boolean starts = is(START, tags, behind);
    boolean ends = is(END, tags, behind) || is(PHASES, tags, behind);
    if (!starts && !ends || !skip(' ') || !has(GC)) {
      return;
    }
    at += GC.length;
    while (at < end && line[at] >= '0' && line[at] <= '9') {
      at++;
    }
    if (!skip(')') || !skip(' ')) {
      return;
    }
    if (at + 2 < end && line[at + 1] == ':' && line[at + 2] == ' ') {
      at += 3;
    }
    if (!has(PAUSE)) {
      return;
    }
    at += PAUSE.length;
    if (starts) {
      open++;
      return;
    }
    boolean isFull = has(FULL);
    boolean isYoung = has(YOUNG);
    if (open > 0) {
      open--;
    }
    if (open > 0) {
      innerFull |= isFull;
      return;
    }
    at = end - 2;
    while (at > 0 && (line[at - 1] == '.' || line[at - 1] >= '0' && line[at - 1] <= '9')) {
      at--;
    }
    long micros = thousandths();
    pauses++;
    sum += micros;
    longest = Math.max(longest, micros);
    if (isFull || innerFull) {
      full++;
    } else if (isYoung) {
      young++;
    }
    innerFull = false;
  }

  private boolean skip(char one) {
    if (at < end && line[at] == one) {
      at++;
      return true;
    }
    return false;
  }

  private boolean word() {
    int from = at;
    while (at < end && (line[at] >= 'a' && line[at] <= 'z' || line[at] == ' ')) {
      at++;
    }
    return at > from;
  }

  private boolean has(byte[] text) {
    if (end - at < text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (line[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean is(byte[] text, int from, int to) {
    int before = at;
    at = from;
    boolean same = to - from == text.length && has(text);
    at = before;
    return same;
  }

  /** A number with three decimals; -1 if there is none. */
  private long thousandths() {
    long number = 0;
    int decimals = -1;
    int from = at;
    for (; at < end; at++) {
      byte one = line[at];
      if (one == '.' && decimals < 0) {
        decimals = 0;
      } else if (one >= '0' && one <= '9') {
        number = 10 * number + one - '0';
        decimals += decimals < 0 ? 0 : 1;
      } else {
        break;
      }
    }
    return at == from || decimals != 3 ? -1 : number;
  }

  public long pauses() {
    return pauses;
  }

  public long young() {
    return young;
  }

  public long full() {
    return full;
  }

  public long longestMicros() {
    return longest;
  }

  public long averageMicros() {
    return pauses == 0 ? 0 : sum / pauses;
  }

  public long sharePerMillion() {
    return last == first ? 0 : sum * 1000 / (last - first);
  }
}
