package allocpool.gclog;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What JDK 8 or older writes about one pause: usually a line, but other threads and
 * further flags break it. It ends with the pause's length, outside all inner brackets.
 */
final class OldRecord {
  // Only what may follow: "[GC Worker Start" is a detail of a pause.
  private static final Pattern HEAD = Pattern.compile(OldForm.UPTIME
      + "\\[(Full GC|GC)((?:--)? *(?:[(\\[0-9]|pause|remark|cleanup|$).*)");
  private static final Pattern INNER = Pattern.compile("\\[[^\\[\\]]*\\]");
  private static final Pattern CAUSE = Pattern.compile(
      "^(?:--)? *(?:pause )?\\(((?:[^()]|\\(\\))*)\\)");
  private static final Pattern LENGTH = Pattern.compile(", (\\d{1,9}[.,]\\d+) secs\\]");
  private static final String SIZE = "(\\d{1,12}(?:[.,]\\d+)?)([BKMG])";
  private static final Pattern HEAP =
      Pattern.compile(SIZE + "(?:\\([^()]*\\))?->" + SIZE + "\\(");

  /** A young collection that failed, so that the old objects were collected, too. */
  private static final Pattern FULL_INSIDE = Pattern.compile("\\[(?:CMS(?!-)|Tenured)");

  private static final List<String> SIGNS =
      List.of("PSYoungGen", "ParNew", "CMS", "DefNew", "Tenured");

  /** More characters outside brackets describe no pause: this one is damaged. */
  private static final int LONGEST = 1 << 14;

  /** The first line. */
  final String line;

  /** Where it begins in the first line; the first group is the uptime, or null. */
  final Matcher head;

  private String outside = ""; // all lines, without what is in inner brackets
  private String sign;
  private boolean full;
  private double lengthMs = Double.NaN;

  private OldRecord(String line, Matcher head) {
    this.line = line;
    this.head = head;
    add(head.group(3));
  }

  /** Begins with a line; returns null for one that begins no pause. */
  static OldRecord begin(String line) {
    Matcher head = HEAD.matcher(line);
    return head.find() ? new OldRecord(line, head) : null;
  }

  /** Adds a line to a pause that has not ended; anything. */
  void add(String more) {
    if (outside.length() > LONGEST) {
      return;
    }
    full |= FULL_INSIDE.matcher(more).find();
    if (sign == null) {
      sign = SIGNS.stream().filter(more::contains).findFirst().orElse(null);
    }
    outside += outside.isEmpty() ? more : " " + more;
    if (more.indexOf(']') < 0) {
      return;
    }
    for (String less = ""; !less.equals(outside); ) {
      less = outside;
      outside = INNER.matcher(less).replaceAll("");
    }
    Matcher length = LENGTH.matcher(outside);
    while (length.find()) {
      lengthMs = number(length.group(1)) * 1000;
    }
  }

  /** Returns the pause's length in ms; NaN until a line has told it. */
  double lengthMs() {
    return lengthMs;
  }

  /** Returns true if the length is known. */
  boolean hasEnded() {
    return !Double.isNaN(lengthMs);
  }

  /** Returns the name of a pause that has ended, in newer words. */
  String kind() {
    Matcher found = CAUSE.matcher(outside);
    String cause = found.find() ? " (" + found.group(1) + ")" : "";
    if (head.group(2).startsWith("Full") || full) {
      return "Full" + cause;
    }
    if (outside.startsWith(" remark") || cause.contains("Final Remark")) {
      return "Remark";
    }
    if (outside.startsWith(" cleanup")) {
      return "Cleanup";
    }
    if (cause.contains("Initial Mark")) {
      return "Initial Mark";
    }
    if (isOfG1()) {
      String what = outside.contains("(mixed)") ? " (Mixed)"
          : outside.contains("(initial-mark)") ? " (Concurrent Start)" : " (Normal)";
      return "Young" + what + (cause.isEmpty() ? " (G1 Evacuation Pause)" : cause);
    }
    return "Young" + cause;
  }

  /** Returns true if another line will tell the heap's use. */
  boolean heapFollows() {
    return isOfG1() && heap().isEmpty();
  }

  private boolean isOfG1() {
    return outside.startsWith(" pause");
  }

  /** Returns a word that only one collector writes; null if there is none. */
  String sign() {
    return sign;
  }

  /** Returns the heap's use around a pause that has ended; see {@link #heap(String)}. */
  String heap() {
    return heap(outside);
  }

  /** Finds {@code 40960K->20480K(51200K)}; returns that in megabytes, or nothing. */
  static String heap(String text) {
    Matcher heap = HEAP.matcher(text);
    return heap.find() ? " " + Math.round(megabytes(heap.group(1), heap.group(2))) + "M->"
        + Math.round(megabytes(heap.group(3), heap.group(4))) + "M(0M)" : "";
  }

  /** Converts a size whose unit is {@code B}, {@code K}, {@code M} or {@code G}. */
  static double megabytes(String number, String unit) {
    return Math.scalb(number(number), 10 * "BKMG".indexOf(unit) - 20);
  }

  /** Parses a number with a point or a comma. */
  static double number(String text) {
    return Double.parseDouble(text.replace(',', '.'));
  }
}
