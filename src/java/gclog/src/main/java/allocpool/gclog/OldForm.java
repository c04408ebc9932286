package allocpool.gclog;

import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of JDK 8 and older, as written with {@code -XX:+PrintGCDetails} or without,
 * translated into the words of newer ones. One such line describes a whole pause, with
 * the time of its start; G1 logs the heap's use in a later one.
 */
final class OldForm {
  private static final Pattern HEAD = Pattern.compile(
      "(?:(\\d{1,12}[.,]\\d+): )?\\[(Full GC|GC)((?:--)? .*)");
  private static final Pattern INNER = Pattern.compile("\\[[^\\[\\]]*\\]");
  private static final Pattern CAUSE = Pattern.compile(
      "^(?:--)? *(?:pause )?\\(((?:[^()]|\\(\\))*)\\)");
  private static final Pattern LENGTH =
      Pattern.compile("(?:, |/)(\\d{1,9}[.,]\\d+) secs\\]");
  private static final String SIZE = "(\\d{1,12}(?:[.,]\\d+)?)([BKMG])";
  private static final Pattern HEAP =
      Pattern.compile(SIZE + "(?:\\([^()]*\\))?->" + SIZE + "\\(");
  private static final Pattern PHASE = Pattern.compile(
      "(?:(\\d{1,12}[.,]\\d+): )?"
          + "\\[(?:GC concurrent-([a-z-]+)-end|CMS-concurrent-([a-z-]+)): ?.*");
  private static final List<String> SIGNS =
      List.of("PSYoungGen:", "ParNew:", "CMS:", "DefNew:", "Tenured:");
  private static final List<String> FLAGS = List.of(
      "+UseParallelGC", "Parallel", "+UseG1GC", "G1", "+UseConcMarkSweepGC",
      "Concurrent Mark Sweep", "+UseSerialGC", "Serial");

  private long collections;
  private LogLine withoutHeap; // a G1 pause, until its heap use is logged
  private String kind;
  private double lengthMs;

  /**
   * Reads a line.
   *
   * @param line as it is in the file; anything
   * @param to receives the translated lines; nothing if it is not in the old format
   */
  void read(String line, Deque<LogLine> to) {
    if (line.contains("[GC") || line.contains("[Full GC") || line.contains("[CMS-")) {
      readPause(line, to);
    } else if (withoutHeap != null && line.contains("Heap: ")) {
      Matcher heap = HEAP.matcher(line);
      if (heap.find(line.indexOf("Heap: "))) {
        to.add(pause(withoutHeap, heap));
        withoutHeap = null;
      }
    } else if (line.startsWith("CommandLine flags: ")) {
      for (int i = 0; i < FLAGS.size(); i += 2) {
        if (line.contains(FLAGS.get(i))) {
          to.add(new LogLine(Double.NaN, Double.NaN, "gc",
              LogLine.USING + FLAGS.get(i + 1)));
        }
      }
    }
  }

  private void readPause(String line, Deque<LogLine> to) {
    Matcher phase = PHASE.matcher(line.replace("-end, ", "-end: , "));
    Matcher head = HEAD.matcher(line);
    if (phase.find()) {
      Matcher length = LENGTH.matcher(line);
      if (length.find()) {
        String name = phase.group(2) == null ? phase.group(3) : phase.group(2);
        // It ends when the line is written.
        to.add(line(line, phase, 0, "gc", String.format(Locale.ROOT,
            "GC(%d) Concurrent %s %.3fms", collections, name,
            number(length.group(1)) * 1000)));
      }
    } else if (head.find()) {
      readPause(line, head, to);
    }
  }

  private void readPause(String line, Matcher head, Deque<LogLine> to) {
    String rest = head.group(3);
    for (String less = ""; !less.equals(rest); ) {
      less = rest;
      rest = INNER.matcher(less).replaceAll("");
    }
    Matcher length = LENGTH.matcher(rest);
    double secs = -1;
    while (length.find()) {
      secs = number(length.group(1));
    }
    if (secs < 0) {
      return; // a line garbled by another thread's output
    }
    if (withoutHeap != null) {
      to.add(pause(withoutHeap, null));
      withoutHeap = null;
    }
    collections++;
    lengthMs = secs * 1000;
    kind = kind(head.group(2), rest);
    LogLine end = line(line, head, lengthMs, "gc,heap", "GC(" + collections + ")");
    for (String sign : SIGNS) {
      if (line.contains(sign)) {
        to.add(line(line, head, lengthMs, "gc,heap", end.text + " " + sign));
        break;
      }
    }
    Matcher heap = HEAP.matcher(rest);
    if (heap.find()) {
      to.add(pause(end, heap));
    } else if (rest.startsWith(" pause")) {
      withoutHeap = end;
    } else {
      to.add(pause(end, null));
    }
  }

  private static String kind(String head, String rest) {
    Matcher found = CAUSE.matcher(rest);
    String cause = found.find() ? " (" + found.group(1) + ")" : "";
    if (head.startsWith("Full")) {
      return "Full" + cause;
    }
    if (rest.startsWith(" remark") || cause.contains("Final Remark")) {
      return "Remark";
    }
    if (rest.startsWith(" cleanup")) {
      return "Cleanup";
    }
    if (cause.contains("Initial Mark")) {
      return "Initial Mark";
    }
    if (rest.startsWith(" pause")) {
      String what = rest.contains("(mixed)") ? " (Mixed)"
          : rest.contains("(initial-mark)") ? " (Concurrent Start)" : " (Normal)";
      return "Young" + what + (cause.isEmpty() ? " (G1 Evacuation Pause)" : cause);
    }
    return "Young" + cause;
  }

  private LogLine pause(LogLine end, Matcher heap) {
    String use = heap == null ? "" : String.format(Locale.ROOT, " %.0fM->%.0fM(0M)",
        megabytes(heap.group(1), heap.group(2)), megabytes(heap.group(3), heap.group(4)));
    return new LogLine(end.uptimeMs, end.wallMs, "gc", String.format(
        Locale.ROOT, "%s Pause %s%s %.3fms", end.text, kind, use, lengthMs));
  }

  private static LogLine line(
      String line, Matcher found, double laterMs, String tags, String text) {
    String uptime = found.group(1);
    return new LogLine(
        uptime == null ? Double.NaN : number(uptime) * 1000 + laterMs,
        TimeOfDay.find(line, found.start()) + laterMs, tags, text);
  }

  private static double megabytes(String number, String unit) {
    return Math.scalb(number(number), 10 * "BKMG".indexOf(unit) - 20);
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(',', '.'));
  }
}
