package allocpool.gclog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A log's figures between two points of time. A pause counts, with its whole length, if
 * any part of it lies between them; the fraction of time counts only that part.
 */
final class WindowFigures {
  final GcLog log;
  final List<Pause> pauses;
  final List<Span> stalls;
  final List<Span> safepoints;
  final List<HeapUse> collections;
  private final double fromMs;
  private final double toMs;

  /**
   * Selects part of a log.
   *
   * @param log the log
   * @param fromMs its start, in milliseconds since the virtual machine's start
   * @param toMs its end, later than the start
   */
  WindowFigures(GcLog log, double fromMs, double toMs) {
    this.log = log;
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.pauses = within(log.pauses);
    this.stalls = within(log.stalls);
    this.safepoints = within(log.safepoints);
    this.collections = log.heap.stream()
        .filter(use -> use.atMs >= fromMs && use.atMs < toMs)
        .collect(Collectors.toList());
  }

  double pausesPerSecond() {
    return pauses.size() / (toMs - fromMs) * 1000;
  }

  /** Returns the fraction of time for which the program stood still, in per cent. */
  double fractionPercent() {
    // Pauses never overlap, though their rounded times may seem to, so they are added up.
    double stoodStill = pauses.stream()
        .mapToDouble(
            pause -> Math.min(pause.toMs(), toMs) - Math.max(pause.fromMs, fromMs))
        .sum();
    return stoodStill / (toMs - fromMs) * 100;
  }

  /**
   * Returns for how long the collector worked concurrently with the program, in one phase
   * or several. A pause in the middle of a phase is excluded.
   */
  double concurrentMs() {
    List<Span> both = new ArrayList<>(within(log.concurrent));
    both.addAll(pauses);
    return covered(both) - covered(pauses);
  }

  static double max(List<? extends Span> spans) {
    return spans.stream().mapToDouble(span -> span.lengthMs).max().orElse(0);
  }

  static double average(List<? extends Span> spans) {
    return spans.stream().mapToDouble(span -> span.lengthMs).average().orElse(0);
  }

  static double sum(List<? extends Span> spans) {
    return spans.stream().mapToDouble(span -> span.lengthMs).sum();
  }

  private <S extends Span> List<S> within(List<S> spans) {
    return spans.stream()
        .filter(span -> span.overlaps(fromMs, toMs))
        .collect(Collectors.toList());
  }

  /** Returns the time in the window that lies in at least one of the spans. */
  private double covered(List<? extends Span> spans) {
    List<Span> sorted = spans.stream()
        .sorted(Comparator.comparingDouble(span -> span.fromMs))
        .collect(Collectors.toList());
    double covered = 0;
    double reached = fromMs;
    for (Span span : sorted) {
      double end = Math.min(span.toMs(), toMs);
      covered += Math.max(0, end - Math.max(span.fromMs, reached));
      reached = Math.max(reached, end);
    }
    return covered;
  }
}
