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
 * Reads the log's own lines, of one virtual machine, one after the other. Each thing that
 * takes time has a line at its end, with its length: the line's time is when it ended.
 *
 * <p>A pause may lie within another: Serial and CMS log a full collection inside the
 * young one that failed. The program stood still once, so that is one pause: the outer
 * one's length, with the inner one's name.
 */
final class LogLines {
  private static final Pattern PAUSE_START =
      Pattern.compile("GC\\((\\d{1,18})\\) Pause .*");
  private static final Pattern PAUSE_END = Pattern.compile(
      "GC\\((\\d{1,18})\\) (?:\\w: )?Pause (.+?)"
          + "(?: (\\d+)M->(\\d+)M\\(\\d+M\\))? (\\d+\\.\\d+)ms");
  private static final Pattern CONCURRENT_END = Pattern.compile(
      "GC\\((\\d{1,18})\\) (?:\\w: )?((?:Concurrent|Coalescing and filling) .+?)"
          + "(?: (\\d+)M->(\\d+)M\\(\\d+M\\))? (\\d+\\.\\d+)ms");
  private static final Pattern CYCLE_END = Pattern.compile(
      "GC\\((\\d{1,18})\\) (\\w+ Collection \\(.+\\))"
          + " (\\d+)M\\(\\d+%\\)->(\\d+)M\\(\\d+%\\).*");
  private static final Pattern STALL_END =
      Pattern.compile("(\\w+ Stall \\(.+\\)) (\\d+\\.\\d+)ms");
  private static final Pattern PACED = // sums over all threads are in angle brackets
      Pattern.compile(" *([1-9]\\d*) of +\\d+ ms \\( *\\d+\\.\\d+%\\): (?!<)(.+)");

  /** Of each kind of thing at least so many are held, the last ones, unless strict. */
  private static final int LIMIT = 50_000;

  /** Pauses within pauses; there are hardly ever more than two. */
  private static final int DEEPEST = 8;

  /** Where the made-up clock begins: nothing then seems to have begun before 0. */
  private static final double MADE_UP_START_MS = 3.6e6;

  /** Times are rounded to this. */
  private static final double TICK_MS = 1.5;

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
  final List<Span> safepoints = new ArrayList<>();

  /**
   * By collection. Shenandoah logs the heap twice in a collection, after freeing what is
   * empty already and at its end: the last one counts, and is the last in this map. Its
   * old collections have the number of the young one that started them, but another kind.
   */
  final Map<String, HeapUse> heap = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, HeapUse> eldest) {
      if (size() <= 2 * LIMIT || strict) {
        return false;
      }
      forgottenMs = Math.max(forgottenMs, eldest.getValue().atMs);
      return true;
    }
  };

  private final boolean strict;
  private final CollectorSigns signs = new CollectorSigns();
  private String lastId;
  private String lastHeap;
  private double untimedMs = MADE_UP_START_MS;

  /** The first time that is told, or NaN. */
  double firstMs = Double.NaN;

  /** How many pauses begin and never end. */
  int unfinished;

  /** How many lines there are. */
  long count;

  /** What was before this is forgotten; 0 if nothing is. */
  double forgottenMs;

  /**
   * Begins with nothing.
   *
   * @param strict whether a pause that never ends makes the log useless
   */
  LogLines(boolean strict) {
    this.strict = strict;
  }

  /** The collector's name, as it calls itself; null if it is not known. */
  String collectorName() {
    return collectorName == null ? signs.name() : collectorName;
  }

  /** Whether the log names it; otherwise its lines tell. */
  boolean isNamed() {
    return collectorName != null;
  }

  /** Whether any line says when it was written. */
  boolean isTimed() {
    return !Double.isNaN(firstMs);
  }

  /** Whether no collection is told. */
  boolean isEmpty() {
    return pauses.isEmpty() && heap.isEmpty() && concurrent.isEmpty();
  }

  /**
   * Reads on.
   *
   * @param at when the line was written, ms, or NaN. If no line says, a clock is made up
   *     that goes on with each pause, by its length
   * @param line the next line
   * @throws GcLogException if the log is corrupt, and this is strict
   */
  void read(double at, LogLine line) throws GcLogException {
    count++;
    if (Double.isNaN(at) && isTimed()) {
      return;
    }
    if (!isTimed()) {
      firstMs = at;
    }
    if (collectorName == null) {
      signs.look(line.text);
    }
    double atMs = Double.isNaN(at) ? untimedMs : at;
    switch (line.tags) {
      case "gc,start":
        readStart(line.text);
        break;
      case "gc":
      case "gc,phases": // where ZGC logs its pauses and concurrent phases
        readEnd(atMs, line);
        break;
      case Safepoint.TAG:
        readSafepoint(atMs, line.text);
        break;
      case "gc,stats": // where Shenandoah logs how long it made threads wait
        readStatistics(atMs, line.text);
        break;
      default:
        break;
    }
    forget();
  }

  private void readStart(String text) throws GcLogException {
    Matcher start = PAUSE_START.matcher(text);
    if (!start.matches()) {
      return;
    }
    Open outer = open.peek();
    if (outer != null && pauses.size() > outer.endedBefore) {
      if (strict) {
        throw new GcLogException(
            "is corrupt: the pause of GC(" + outer.id + ") never ends");
      }
      unfinished += open.size();
      open.clear();
    } else if (open.size() == DEEPEST) {
      unfinished++;
      open.removeLast();
    }
    open.push(new Open(start.group(1), pauses.size()));
  }

  private void readEnd(double atMs, LogLine line) {
    String text = line.text;
    Matcher end;
    if (text.startsWith("GC(")) {
      boolean ended = text.endsWith("ms");
      // Most lines are none of these, and a search is quicker than a pattern.
      if (ended && text.contains("Pause ")
          && (end = PAUSE_END.matcher(text)).matches()) {
        readPause(atMs, end);
      } else if (ended && text.contains("Co")
          && (end = CONCURRENT_END.matcher(text)).matches()) {
        readConcurrent(atMs, end, line.tagged);
      } else if (text.contains(" Collection (")
          && (end = CYCLE_END.matcher(text)).matches()) {
        addHeap(atMs, end);
      }
    } else if ((end = STALL_END.matcher(text)).matches()) {
      stalls.add(span(atMs, end.group(2), end.group(1)));
    } else if (line.namesCollector() && collectorName == null) {
      collectorName = text.substring(LogLine.USING.length());
    }
  }

  private void readPause(double atMs, Matcher end) {
    addPause(end, pause(atMs, end));
    // A pause within another one is not yet the end.
    if (open.isEmpty() && PauseKind.isCollection(end.group(2))) {
      addHeap(atMs, end);
    }
  }

  /** Of G1 only whole cycles count; without tags their phases look as others' do. */
  private void readConcurrent(double atMs, Matcher end, boolean tagged) {
    if (tagged || !"G1".equals(collectorName()) || end.group(2).endsWith("Cycle")) {
      concurrent.add(span(atMs, end.group(5), end.group(2)));
      addHeap(atMs, end);
    }
  }

  /** Bounds what is held, whatever the length of the log. */
  private void forget() {
    if (pauses.size() >= 2 * LIMIT && !strict) {
      open.clear();
    }
    trim(pauses);
    trim(concurrent);
    trim(stalls);
    trim(safepoints);
  }

  private void trim(List<? extends Span> list) {
    if (list.size() >= 2 * LIMIT && !strict) {
      List<? extends Span> oldest = list.subList(0, list.size() - LIMIT);
      forgottenMs = Math.max(forgottenMs, oldest.get(oldest.size() - 1).toMs());
      oldest.clear();
    }
  }

  private void readSafepoint(double atMs, String text) {
    Span way = Safepoint.read(atMs, text);
    if (way != null) {
      safepoints.add(way);
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
      lastHeap = end.group(1) + " " + end.group(2);
      heap.remove(lastHeap);
      heap.put(lastHeap, new HeapUse(
          atMs, Double.parseDouble(end.group(3)), Double.parseDouble(end.group(4))));
    }
  }

  private void addPause(Matcher end, Pause pause) {
    int outside = pauses.size();
    if (!open.isEmpty() && open.peek().id.equals(end.group(1))) {
      outside = open.pop().endedBefore;
    } else if (outside > 0 && encloses(end.group(1), pause, pauses.get(outside - 1))) {
      // Starts are not in this log, or not this one's.
      outside--;
      heap.remove(lastHeap);
    }
    Pause all = pause;
    while (pauses.size() > outside) {
      all = all.withKind(pauses.remove(pauses.size() - 1).kind);
    }
    pauses.add(all);
    lastId = end.group(1);
    untimedMs += pause.lengthMs;
  }

  /** An outer pause began first, so it has the lower number, and ends last. */
  private boolean encloses(String id, Pause outer, Pause inner) {
    return lastId != null && Long.parseLong(id) == Long.parseLong(lastId) - 1
        && isTimed() && outer.fromMs < inner.fromMs + TICK_MS
        && inner.lengthMs <= outer.lengthMs;
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
