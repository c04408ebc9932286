package allocpool.gclog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The content of one log about one virtual machine; immutable. */
final class GcLog {
  /** The option that makes a virtual machine of JDK 11 to 25 write such a log. */
  static final String OPTION =
      "-Xlog:gc*,safepoint:file=gc.log:uptime,level,tags:filecount=0";

  private static final double ROUNDING_MS = 0.0015;

  /**
   * The collector's own name for itself; {@value CollectorSigns#EITHER} if that is all
   * that is known.
   */
  final String collectorName;

  /**
   * The source of the pauses: {@code gctoolkit}, or {@code log} if it did not understand
   * all of the log, or the log is too long for it.
   */
  final String source;

  final List<Pause> pauses;
  final List<Span> concurrent;

  /**
   * Waits of single threads for memory, or for an object to be moved, while others went
   * on. Shenandoah makes threads that allocate too fast wait, often and briefly; it logs
   * only the sum in whole milliseconds, for each thread and collection. That is one stall
   * here, just before the end of the collection.
   */
  final List<Span> stalls;

  /**
   * From each request to stop all threads until the last one stood still; empty if the
   * log was written without the tag safepoint. Excludes the pause that may follow.
   */
  final List<Span> safepoints;

  /**
   * The heap's use after each collection, in order of time: after young, mixed,
   * degenerated and full ones, and at the end of each cycle of ZGC and Shenandoah. At the
   * end of a cycle of CMS or G1 the log does not contain it.
   */
  final List<HeapUse> heap;

  /**
   * The time of its first event, in milliseconds since the virtual machine's start.
   * Negative if times count from the first line, and that line is the end of a pause.
   */
  final double firstMs;

  /**
   * Whether its lines have times. If not, pauses follow one another immediately, and only
   * lengths and the heap's use are meaningful.
   */
  final boolean timed;

  /** The number of virtual machines that wrote it, one after the other. */
  final int runs;

  /** The number of this one, from 1. */
  final int run;

  /** Caveats for the reader of the figures, one sentence each, without a full stop. */
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
    // The very first line may be a pause's end.
    this.firstMs = timed && !this.pauses.isEmpty()
        ? Math.min(first, this.pauses.get(0).fromMs) : first;
    this.runs = runs.count();
    this.run = runs.chosenNumber();
    this.notes = List.copyOf(runs.notes());
  }

  /** Drops events up to the time to which other kinds were forgotten. */
  private static <T> List<T> since(
      double forgottenMs, Collection<T> events, ToDoubleFunction<T> time) {
    return events.stream()
        .filter(event -> forgottenMs == 0 || time.applyAsDouble(event) >= forgottenMs)
        .collect(Collectors.toUnmodifiableList());
  }

  /**
   * Reads a log written by our own option.
   *
   * @param path the file; its last line may be truncated
   * @return its content
   * @throws GcLogException if the file is missing or no such log, or a pause in its
   *     middle never ends
   */
  static GcLog read(Path path) throws GcLogException {
    return read(List.of(path), 0, true);
  }

  /**
   * Reads a log.
   *
   * @param paths its parts, in any order; at least one
   * @param run the virtual machine's number, from 1; 0 for the last one with any
   *     collection
   * @param strict whether a pause in the middle that never ends is an error
   * @return its content
   * @throws GcLogException if it cannot be read; the message begins with the path
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
      return List.of(); // It failed; the lines alone must do.
    }
  }

  /**
   * Compares two readings of the same pauses.
   *
   * @return the toolkit's pauses with the log's names; none if one is missing or has
   *     another length
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
