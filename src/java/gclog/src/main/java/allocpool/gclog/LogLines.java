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
 * Reads the log's own lines of one virtual machine, in order. Each event with a duration
 * has a line at its end that includes its length: the line's time is when it ended.
 *
 * <p>Pauses may be nested: Serial and CMS log a full collection inside the young one that
 * failed. The program stood still once, so that is one pause: the outer one's length,
 * with the inner one's name.
 */
final class LogLines {
  private static final String PAUSE = "Pause ";
  private static final Pattern CYCLE_END = Pattern.compile(
      "GC\\((\\d{1,18})\\) (\\w+ Collection \\(.+\\))"
          + " (\\d+)M\\(\\d+%\\)->(\\d+)M\\(\\d+%\\).*");
  private static final Pattern STALL_END =
      Pattern.compile("(\\w+ Stall \\(.+\\)) (\\d+\\.\\d+)ms");
  private static final Pattern PACED = // sums over all threads are in angle brackets
      Pattern.compile(" *([1-9]\\d*) of +\\d+ ms \\( *\\d+\\.\\d+%\\): (?!<)(.+)");
  private static final Pattern EPSILON =
      Pattern.compile("Heap: .* (\\d{1,12})([KMG]) \\(\\d+\\.\\d+%\\) used");

  /** At least this many of each kind of event are kept, the last ones, unless strict. */
  private static final int LIMIT = 50_000;

  /** The deepest nesting of pauses kept; there are hardly ever more than two. */
  private static final int DEEPEST = 8;

  /** The start of the artificial clock, so that nothing seems to have begun before 0. */
  private static final double MADE_UP_START_MS = 3.6e6;

  /** The rounding of times. */
  private static final double TICK_MS = 1.5;

  /** A pause that has begun, and the number of pauses that had ended before. */
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
   * By collection. Shenandoah logs the heap twice in a collection, after freeing the
   * empty regions and at its end: the last one counts, and is the last in this map. Its
   * old collections have the number of the young one that started them, but another kind.
   */
  final Map<String, HeapUse> heap = new LinkedHashMap<>(16, 0.75f, true) {
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

  /** The first time in the log, or NaN. */
  double firstMs = Double.NaN;

  /** The number of pauses that begin and never end. */
  int unfinished;

  /** The number of lines. */
  long count;

  /** Events before this time are forgotten; 0 if none are. */
  double forgottenMs;

  /**
   * Starts without events.
   *
   * @param strict whether a pause that never ends is an error
   */
  LogLines(boolean strict) {
    this.strict = strict;
  }

  /** Returns the collector's own name for itself; null if it is not known. */
  String collectorName() {
    return collectorName == null ? signs.name() : collectorName;
  }

  /** Returns true if the log names it; otherwise its lines identify it. */
  boolean isNamed() {
    return collectorName != null;
  }

  /** Returns true if any line has a time. */
  boolean isTimed() {
    return !Double.isNaN(firstMs);
  }

  /** Returns true if there is no collection. */
  boolean isEmpty() {
    return pauses.isEmpty() && heap.isEmpty() && concurrent.isEmpty();
  }

  /**
   * Reads the next line.
   *
   * @param at the line's time in ms, or NaN. If no line has one, an artificial clock
   *     advances with each pause, by its length
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
    String id = Ending.id(text);
    if (id == null || !text.startsWith(PAUSE, Ending.afterId(id))) {
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
    open.push(new Open(id, pauses.size()));
  }

  private void readEnd(double atMs, LogLine line) {
    String text = line.text;
    Matcher end;
    if (text.startsWith("GC(")) {
      // Most lines are none of these, and a search is faster than a pattern.
      if (text.endsWith("ms") && (text.contains(PAUSE) || text.contains(" Co"))) {
        readEnd(atMs, Ending.read(text), line.tagged);
      } else if (text.contains(" Collection (")
          && (end = CYCLE_END.matcher(text)).matches()) {
        addHeap(end.group(1), end.group(2), new HeapUse(
            atMs, Double.parseDouble(end.group(3)), Double.parseDouble(end.group(4))));
      }
    } else if ((end = STALL_END.matcher(text)).matches()) {
      stalls.add(span(atMs, end.group(2), end.group(1)));
    } else if (line.namesCollector() && collectorName == null) {
      collectorName = text.substring(LogLine.USING.length());
    } else if (CollectorSigns.EPSILON.equals(collectorName)
        && (end = EPSILON.matcher(text)).matches()) {
      double usedMb = OldRecord.megabytes(end.group(1), end.group(2));
      addHeap(Long.toString(count), text, new HeapUse(atMs, usedMb, usedMb));
    }
  }

  private void readEnd(double atMs, Ending end, boolean tagged) {
    if (end == null) {
      return;
    }
    if (end.what.startsWith(PAUSE)) {
      readPause(atMs, end, end.what.substring(PAUSE.length()));
    } else if (end.what.startsWith("Concurrent ")
        || end.what.startsWith("Coalescing and filling ")) {
      readConcurrent(atMs, end, tagged);
    }
  }

  private void readPause(double atMs, Ending end, String kind) {
    addPause(end.id, new Pause(
        atMs - end.lengthMs, end.lengthMs, kind, end.beforeMb, end.afterMb));
    // The end of a nested pause is not the end of the collection.
    if (open.isEmpty() && PauseKind.isCollection(kind)) {
      addHeap(atMs, end, kind);
    }
  }

  /** For G1 only whole cycles count; without tags, their phases look like others'. */
  private void readConcurrent(double atMs, Ending end, boolean tagged) {
    if (tagged || !"G1".equals(collectorName()) || end.what.endsWith("Cycle")) {
      concurrent.add(new Span(atMs - end.lengthMs, end.lengthMs, end.what));
      addHeap(atMs, end, end.what);
    }
  }

  /** Bounds the memory, whatever the log's length. */
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

  private void addHeap(double atMs, Ending end, String kind) {
    if (end.beforeMb != null) {
      addHeap(end.id, kind, new HeapUse(atMs, end.beforeMb, end.afterMb));
    }
  }

  private void addHeap(String id, String kind, HeapUse use) {
    lastHeap = id + " " + kind;
    heap.put(lastHeap, use);
  }

  private void addPause(String id, Pause pause) {
    int outside = pauses.size();
    if (!open.isEmpty() && open.peek().id.equals(id)) {
      outside = open.pop().endedBefore;
    } else if (outside > 0 && encloses(id, pause, pauses.get(outside - 1))) {
      // Start lines are missing from this log, or this pause's is.
      outside--;
      heap.remove(lastHeap);
    }
    Pause all = pause;
    while (pauses.size() > outside) {
      all = all.withKind(pauses.remove(pauses.size() - 1).kind);
    }
    pauses.add(all);
    lastId = id;
    untimedMs += pause.lengthMs;
  }

  /** True if the pauses are nested: an outer one has the lower number, and ends last. */
  private boolean encloses(String id, Pause outer, Pause inner) {
    return lastId != null && Long.parseLong(id) == Long.parseLong(lastId) - 1
        && isTimed() && outer.fromMs < inner.fromMs + TICK_MS
        && inner.lengthMs <= outer.lengthMs;
  }

  private static Span span(double atMs, String length, String kind) {
    double lengthMs = Double.parseDouble(length);
    return new Span(atMs - lengthMs, lengthMs, kind);
  }
}
