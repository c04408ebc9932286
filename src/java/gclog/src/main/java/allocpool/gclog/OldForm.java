package allocpool.gclog;

import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of JDK 8 and older, as written with {@code -XX:+PrintGCDetails} or without,
 * translated into the words of newer ones. A pause is an {@link OldRecord}, with the time
 * of its start; G1 logs the heap's use in a later line.
 */
final class OldForm {
  /** The flags that make a virtual machine of JDK 8 write such a log. */
  static final String OPTION = "-Xloggc:gc.log -XX:+PrintGCDetails -XX:+PrintGCTimeStamps"
      + " -XX:+PrintGCApplicationStoppedTime";

  /** What precedes a bracket; its group is in seconds. */
  static final String UPTIME = "(?:(\\d{1,12}[.,]\\d+): )?";

  // Also in the middle of a pause's line, because other threads write it.
  private static final Pattern PHASE = Pattern.compile(
      UPTIME + "\\[(?:GC |CMS-)concurrent-([a-z-]+?)(?:-start|-end|-abort)?"
          + "(?:[:,][^\\[\\]]*?(\\d{1,9}[.,]\\d+) secs?)?\\]");
  private static final Pattern STOPPED = Pattern.compile(
      UPTIME + "(Total time for which application threads were stopped: .*)");
  private static final Pattern SHENANDOAH = Pattern.compile(UPTIME
      + "\\[((?:Pause|Concurrent) [^\\[\\]]*?)( \\d[^\\[\\]]*->[^\\[\\]]*)?"
      + ", (\\d{1,9}[.,]\\d+) ms\\]");
  private static final List<String> FLAGS = List.of(
      "+UseParallelGC", "Parallel", "+UseG1GC", "G1", "+UseConcMarkSweepGC",
      "Concurrent Mark Sweep", "+UseSerialGC", "Serial", "+UseShenandoahGC",
      "Shenandoah");

  private long collections;
  private OldRecord record; // a pause, until all of it is told

  /**
   * Reads a line.
   *
   * @param line as it is in the file; anything
   * @param to receives the translated lines; nothing if it is not in the old format
   */
  void read(String line, Deque<LogLine> to) {
    if (line.startsWith("CommandLine flags: ")) {
      readFlags(line, to);
    } else if (line.contains("threads were stopped: ")) {
      readStopped(line, to);
    } else if (line.contains("[Pause ") || line.contains("[Concurrent ")) {
      readShenandoah(line, to);
    } else {
      readPause(line.contains("concurrent-") ? withoutPhases(line, to) : line, to);
    }
  }

  private void readFlags(String line, Deque<LogLine> to) {
    end("", to);
    for (int i = 0; i < FLAGS.size(); i += 2) {
      if (line.contains(FLAGS.get(i))) {
        to.add(new LogLine(Double.NaN, Double.NaN, "gc",
            LogLine.USING + FLAGS.get(i + 1)));
      }
    }
  }

  private static void readStopped(String line, Deque<LogLine> to) {
    Matcher found = STOPPED.matcher(line);
    if (found.find()) {
      String text = found.group(2).replaceAll("(\\d),(\\d)", "$1.$2");
      to.add(line(line, found, 0, Safepoint.TAG, text.stripTrailing()));
    }
  }

  private void readShenandoah(String line, Deque<LogLine> to) {
    Matcher found = SHENANDOAH.matcher(line);
    if (!found.find()) {
      return;
    }
    String what = found.group(2);
    if (what.startsWith("Pause Init Mark")) {
      collections++;
    }
    // Every concurrent phase tells the heap's use, but only this one frees memory.
    boolean frees = !what.startsWith("Concurrent ") || what.endsWith(" cleanup");
    String use = frees && found.group(3) != null ? OldRecord.heap(found.group(3)) : "";
    double lengthMs = OldRecord.number(found.group(4));
    to.add(line(line, found, lengthMs, "gc", String.format(Locale.ROOT,
        "%s%s%s %.3fms", id(), what, use, lengthMs)));
  }

  /** Reads what concurrent threads wrote, and returns the line without it. */
  private String withoutPhases(String line, Deque<LogLine> to) {
    Matcher phase = PHASE.matcher(line);
    while (phase.find()) {
      if (phase.group(3) != null) {
        // It ends when the line is written.
        to.add(line(line, phase, 0, "gc", String.format(Locale.ROOT,
            "%sConcurrent %s %.3fms", id(), phase.group(2),
            OldRecord.number(phase.group(3)) * 1000)));
      }
    }
    return phase.replaceAll("");
  }

  private void readPause(String line, Deque<LogLine> to) {
    OldRecord next = line.contains("GC") ? OldRecord.begin(line) : null;
    if (next != null) {
      end("", to);
      collections++;
      record = next;
      // Should it never end, the start alone tells that a pause is missing.
      to.add(line(record.line, record.head, 0, "gc,start", id() + "Pause begins"));
    } else if (record != null && !record.hasEnded()) {
      record.add(line);
    } else if (record != null && line.contains("Heap: ")) {
      end(OldRecord.heap(line.substring(line.indexOf("Heap: "))), to);
    }
    if (record != null && record.hasEnded() && !record.heapFollows()) {
      end(record.heap(), to);
    }
  }

  private void end(String use, Deque<LogLine> to) {
    if (record != null && record.hasEnded()) {
      double lengthMs = record.lengthMs();
      if (record.sign() != null) {
        to.add(line(record.line, record.head, lengthMs, "gc,heap",
            id() + record.sign() + ":"));
      }
      to.add(line(record.line, record.head, lengthMs, "gc", String.format(Locale.ROOT,
          "%sPause %s%s %.3fms", id(), record.kind(), use, lengthMs)));
    }
    record = null;
  }

  private String id() {
    return "GC(" + collections + ") ";
  }

  private static LogLine line(
      String line, Matcher found, double laterMs, String tags, String text) {
    String uptime = found.group(1);
    return new LogLine(
        uptime == null ? Double.NaN : OldRecord.number(uptime) * 1000 + laterMs,
        TimeOfDay.find(line, found.start()) + laterMs, tags, text);
  }
}
