package allocpool.gclog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the log's own lines, one after the other. Each thing that takes time has a line
 * at its end, with its length: the line's time is when it ended.
 *
 * <p>A pause may lie within another: Serial and CMS log a full collection inside the
 * young one that failed. The program stood still once, so that is one pause: the outer
 * one's length, with the inner one's name.
 */
final class LogLines {
  private static final Pattern DECORATED =
      Pattern.compile("\\[(\\d+\\.\\d+)s\\]\\[\\w+ *\\]\\[([\\w,]+) *\\] (.*)");
  private static final Pattern USING = Pattern.compile("Using (?!\\d)(.+)");
  private static final Pattern PAUSE_START =
      Pattern.compile("GC\\((\\d+)\\) Pause .*");
  private static final Pattern PAUSE_END = Pattern.compile(
      "GC\\((\\d+)\\) (?:\\w: )?Pause (.+?)"
          + "(?: (\\d+)M->(\\d+)M\\(\\d+M\\))? (\\d+\\.\\d+)ms");
  private static final Pattern CONCURRENT_END = Pattern.compile(
      "GC\\((\\d+)\\) (?:\\w: )?((?:Concurrent|Coalescing and filling) .+?)"
          + "(?: (\\d+)M->(\\d+)M\\(\\d+M\\))? (\\d+\\.\\d+)ms");
  private static final Pattern CYCLE_END = Pattern.compile(
      "GC\\((\\d+)\\) (\\w+ Collection \\(.+\\))"
          + " (\\d+)M\\(\\d+%\\)->(\\d+)M\\(\\d+%\\).*");
  private static final Pattern STALL_END =
      Pattern.compile("(\\w+ Stall \\(.+\\)) (\\d+\\.\\d+)ms");
  private static final Pattern PACED = // sums over all threads are in angle brackets
      Pattern.compile(" *([1-9]\\d*) of +\\d+ ms \\( *\\d+\\.\\d+%\\): (?!<)(.+)");

  /** A pause that has begun, and how many pauses had ended before. */
  private static final class Open {
    final String id;
    final int endedBefore;

    Open(String id, int endedBefore) {
      this.id = id;
      this.endedBefore = endedBefore;
    }
  }

  private final Deque<Open> open = new ArrayDeque<>();
  private String collectorName;
  final List<Pause> pauses = new ArrayList<>();
  final List<Span> concurrent = new ArrayList<>();
  final List<Span> stalls = new ArrayList<>();

  /**
   * By collection. Shenandoah logs the heap twice in a collection, after freeing what is
   * empty already and at its end: the last one counts, and is the last in this map. Its
   * old collections have the number of the young one that started them, but another kind.
   */
  final Map<String, HeapUse> heap = new LinkedHashMap<>();

  private LogLines() {}

  static LogLines read(List<String> lines) throws GcLogException {
    LogLines result = new LogLines();
    boolean decorated = false;
    for (String line : lines) {
      Matcher parts = DECORATED.matcher(line);
      if (parts.matches()) {
        decorated = true;
        double atMs = Double.parseDouble(parts.group(1)) * 1000;
        result.read(atMs, parts.group(2), parts.group(3).stripTrailing());
      }
    }
    if (!decorated) {
      throw new GcLogException("no line of a garbage collector's log; write it with "
          + GcLog.OPTION);
    }
    if (result.collectorName == null) {
      throw new GcLogException("does not say which collector wrote it (\"Using ...\")");
    }
    return result;
  }

  /** The collector's name, as it calls itself. */
  String collectorName() {
    return collectorName;
  }

  private void read(double atMs, String tags, String text) throws GcLogException {
    switch (tags) {
      case "gc,start":
        readStart(text);
        break;
      case "gc":
      case "gc,phases": // where ZGC logs its pauses and concurrent phases
        readEnd(atMs, text);
        break;
      case "gc,stats": // where Shenandoah logs how long it made threads wait
        readStatistics(atMs, text);
        break;
      default:
        break;
    }
  }

  private void readStart(String text) throws GcLogException {
    Matcher start = PAUSE_START.matcher(text);
    if (start.matches()) {
      Open outer = open.peek();
      if (outer != null && pauses.size() > outer.endedBefore) {
        throw new GcLogException(
            "is corrupt: the pause of GC(" + outer.id + ") never ends");
      }
      open.push(new Open(start.group(1), pauses.size()));
    }
  }

  private void readEnd(double atMs, String text) {
    Matcher end = PAUSE_END.matcher(text);
    if (end.matches()) {
      addPause(end.group(1), pause(atMs, end));
      // A pause within another one is not yet the end.
      if (open.isEmpty() && PauseKind.isCollection(end.group(2))) {
        addHeap(atMs, end);
      }
    } else if ((end = CONCURRENT_END.matcher(text)).matches()) {
      concurrent.add(span(atMs, end.group(5), end.group(2)));
      addHeap(atMs, end);
    } else if ((end = CYCLE_END.matcher(text)).matches()) {
      addHeap(atMs, end);
    } else if ((end = STALL_END.matcher(text)).matches()) {
      stalls.add(span(atMs, end.group(2), end.group(1)));
    } else if ((end = USING.matcher(text)).matches() && collectorName == null) {
      collectorName = end.group(1);
    }
  }

  private void readStatistics(double atMs, String text) {
    Matcher paced = PACED.matcher(text);
    if (paced.matches()) {
      stalls.add(span(atMs, paced.group(1), "Pacing (" + paced.group(2) + ")"));
    }
  }

  /** The four first groups: the collection's number and kind, use before and after. */
  private void addHeap(double atMs, Matcher end) {
    if (end.group(3) != null) {
      String collection = end.group(1) + " " + end.group(2);
      heap.remove(collection);
      heap.put(collection, new HeapUse(
          atMs, Double.parseDouble(end.group(3)), Double.parseDouble(end.group(4))));
    }
  }

  private void addPause(String id, Pause pause) {
    if (!open.isEmpty() && open.peek().id.equals(id)) {
      int outside = open.pop().endedBefore;
      while (pauses.size() > outside) {
        pause = pause.withKind(pauses.remove(pauses.size() - 1).kind);
      }
    }
    pauses.add(pause);
  }

  private static Pause pause(double atMs, Matcher end) {
    double lengthMs = Double.parseDouble(end.group(5));
    Double before = end.group(3) == null ? null : Double.valueOf(end.group(3));
    Double after = end.group(4) == null ? null : Double.valueOf(end.group(4));
    return new Pause(atMs - lengthMs, lengthMs, end.group(2), before, after);
  }

  private static Span span(double atMs, String length, String kind) {
    double lengthMs = Double.parseDouble(length);
    return new Span(atMs - lengthMs, lengthMs, kind);
  }
}
