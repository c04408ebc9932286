package allocpool.gclog;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The events between two points of time, for a chart: the pauses that began there and the
 * collections that ended there, each in order of time.
 */
final class Timeline {
  /** The most of each that are kept, the first ones. */
  static final int LIMIT = 500;

  final double fromMs;
  final List<Pause> pauses;
  final List<HeapUse> heap;

  /** Whether there were more than the limit, of pauses or of collections. */
  final boolean truncated;

  /**
   * Selects part of a log.
   *
   * @param log the log
   * @param fromMs its start, in milliseconds since the virtual machine's start
   * @param toMs its end, exclusive; not earlier than the start
   */
  Timeline(GcLog log, double fromMs, double toMs) {
    List<Pause> begun = within(log.pauses, pause -> pause.fromMs, fromMs, toMs);
    List<HeapUse> ended = within(log.heap, use -> use.atMs, fromMs, toMs);
    this.fromMs = fromMs;
    this.pauses = first(begun);
    this.heap = first(ended);
    this.truncated = begun.size() > LIMIT || ended.size() > LIMIT;
  }

  private static <T> List<T> within(
      List<T> events, ToDoubleFunction<T> time, double fromMs, double toMs) {
    return events.stream()
        .filter(event ->
            time.applyAsDouble(event) >= fromMs && time.applyAsDouble(event) < toMs)
        .sorted(Comparator.comparingDouble(time))
        .collect(Collectors.toList());
  }

  private static <T> List<T> first(List<T> events) {
    return events.subList(0, Math.min(events.size(), LIMIT));
  }
}
