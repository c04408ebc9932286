package allocpool.gclog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All that one log says of one virtual machine; immutable. */
final class GcLog {
  /** The option that makes a virtual machine of JDK 11 to 25 write such a log. */
  static final String OPTION =
      "-Xlog:gc*,safepoint:file=gc.log:uptime,level,tags:filecount=0";

  private static final double ROUNDING_MS = 0.0015;

  /**
   * What the collector calls itself; or {@value CollectorSigns#EITHER} if that is all
   * that can be told.
   */
  final String collectorName;

  /**
   * Who read the pauses: {@code gctoolkit}, or {@code log} if it did not understand all,
   * or the log is too long for it.
   */
  final String source;

  final List<Pause> pauses;
  final List<Span> concurrent;

  /**
   * Threads that waited for memory, or for an object to be moved, while others went on.
   * Shenandoah makes threads that allocate too fast wait, many times and shortly; it logs
   * only the sum in whole milliseconds, for each thread and collection. That is one stall
   * here, and lies just before the end of the collection.
   */
  final List<Span> stalls;

  /**
   * From each request that all threads stop until the last one stood still; empty if the
   * log was written without the tag safepoint. The pause that may follow is not in it.
   */
  final List<Span> safepoints;

  /**
   * What was in use after each collection, in the order of time: after young, mixed,
   * degenerated and full ones, and at the end of each cycle of ZGC and Shenandoah. At the
   * end of a cycle of CMS or G1 the log does not say it.
   */
  final List<HeapUse> heap;

  /**
   * What it tells begins here, in milliseconds since the virtual machine's start. Below 0
   * if times count from the first line, and that is the end of a pause.
   */
  final double firstMs;

  /**
   * Whether it says when anything was. If not, pauses follow one another at once, and
   * only lengths and the heap's use mean anything.
   */
  final boolean timed;

  /** How many virtual machines wrote it, one after the other. */
  final int runs;

  /** Which of them this is, from 1. */
  final int run;

  /** What the reader of the figures must know, a sentence each, without a full stop. */
  final List<String> notes;

  private GcLog(Runs runs, String source, List<Pause> pauses) {
    LogLines lines = runs.chosen();
    this.collectorName = lines.collectorName();
    this.source = source;
    double forgotten = lines.forgottenMs;
    this.pauses = since(forgotten, pauses, pause -> pause.fromMs);
    this.concurrent = since(forgotten, lines.concurrent, span -> span.fromMs);
    this.stalls = since(forgotten, lines.stalls, stall -> stall.fromMs);
    this.safepoints = since(forgotten, lines.safepoints, way -> way.fromMs);
    this.heap = since(forgotten, lines.heap.values(), use -> use.atMs);
    this.timed = lines.isTimed();
    double first = timed ? Math.max(lines.firstMs, forgotten) : 0;
    // The first line of all may be a pause's end.
    this.firstMs = timed && !this.pauses.isEmpty()
        ? Math.min(first, this.pauses.get(0).fromMs) : first;
    this.runs = runs.count();
    this.run = runs.chosenNumber();
    this.notes = List.copyOf(runs.notes());
  }

  /** What is forgotten of one kind is not told of the others. */
  private static <T> List<T> since(
      double forgottenMs, Collection<T> events, ToDoubleFunction<T> time) {
    return events.stream()
        .filter(event -> forgottenMs == 0 || time.applyAsDouble(event) >= forgottenMs)
        .collect(Collectors.toUnmodifiableList());
  }

  /**
   * Reads a log of our own.
   *
   * @param path the file; its last line may be cut off
   * @return what it says
   * @throws GcLogException if there is no such file, or it is no such log, or a pause in
   *     its middle never ends
   */
  static GcLog read(Path path) throws GcLogException {
    return read(List.of(path), 0, true);
  }

  /**
   * Reads a log.
   *
   * @param paths its parts, in any order; at least one
   * @param run which virtual machine's, from 1; 0 for the last one that tells anything
   * @param strict whether a pause in its middle that never ends is an error
   * @return what it says
   * @throws GcLogException if it cannot be read; the message begins with the first path
   */
  static GcLog read(List<Path> paths, int run, boolean strict) throws GcLogException {
    Path path = paths.get(0);
    try {
      for (Path part : paths) {
        path = part;
        if (!Files.isRegularFile(part)) {
          throw new GcLogException("no such file");
        }
      }
      List<Path> parts = Parts.inOrder(Parts.withContent(paths));
      path = paths.get(0);
      Runs runs = Runs.read(parts, run, strict);
      List<Pause> lines = runs.chosen().pauses;
      List<Pause> agreed = agree(toolkitPauses(parts, runs), lines);
      return agreed.isEmpty()
          ? new GcLog(runs, "log", lines)
          : new GcLog(runs, "gctoolkit", agreed);
    } catch (GcLogException e) {
      throw new GcLogException(path + ": " + e.getMessage());
    } catch (IOException e) {
      throw new GcLogException(path + ": cannot be read (" + e + ")");
    }
  }

  private static List<Pause> toolkitPauses(List<Path> parts, Runs runs)
      throws IOException {
    if (runs.chosen().pauses.isEmpty() || !ToolkitReader.canRead(runs.chosen())) {
      return List.of();
    }
    try {
      return ToolkitReader.read(parts, runs.chosenNumber());
    } catch (RuntimeException e) {
      return List.of(); // It stumbled; the lines alone must do.
    }
  }

  /**
   * Compares two readings of the same pauses.
   *
   * @return the toolkit's pauses under the names that the log gives them; none if one is
   *     missing or of another length
   */
  private static List<Pause> agree(List<Pause> toolkit, List<Pause> lines) {
    if (toolkit.size() != lines.size()) {
      return List.of();
    }
    List<Pause> agreed = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (Math.abs(toolkit.get(i).lengthMs - lines.get(i).lengthMs) > ROUNDING_MS) {
        return List.of();
      }
      agreed.add(toolkit.get(i).withKind(lines.get(i).kind));
    }
    return agreed;
  }
}
