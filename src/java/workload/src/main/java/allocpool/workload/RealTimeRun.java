package allocpool.workload;

import allocpool.clock.Ticks;
import java.math.BigDecimal;

/** Drives an analyser by a clock, at one interval after the other. */
final class RealTimeRun {
  /** Starts clocks. */
  interface Clock {
    /**
     * Starts a clock.
     *
     * @param capacity the ticks that it keeps for a late reader
     * @param intervalPicoseconds the time between two of them
     * @return its ticks
     */
    Ticks start(int capacity, long intervalPicoseconds);
  }

  private final Analyser analyser;
  private final Options options;
  private final Reporter reporter;
  private final Clock clock;
  private long packets;

  RealTimeRun(Analyser analyser, Options options, Reporter reporter, Clock clock) {
    this.analyser = analyser;
    this.options = options;
    this.reporter = reporter;
    this.clock = clock;
  }

  /**
   * Settles, then tries every interval, reporting each.
   *
   * @return all packets received
   */
  long run() {
    while (packets < options.settle()) {
      int chunk = (int) Math.min(options.chunk(), options.settle() - packets);
      analyser.run(chunk);
      packets += chunk;
    }
    options.intervals.nanoseconds.forEach(this::probe);
    return packets;
  }

  private void probe(BigDecimal intervalNs) {
    int capacity = Intervals.capacity(intervalNs);
    try (Ticks ticks = clock.start(capacity, Intervals.picoseconds(intervalNs))) {
      TickLoop loop =
          new TickLoop(analyser, ticks, reporter, intervalNs, options.progressEvery());
      if (options.warmupSeconds > 0) {
        packets += loop.run(true, options.warmupSeconds).received;
        ticks.longestStallNanos(true);
        packets += loop.passOver();
      }
      long from = UptimeSpan.now();
      Window window = loop.run(false, options.seconds);
      packets += window.received;
      long longestStall = ticks.longestStallNanos(false);
      reporter.probe(
          new Probe(intervalNs, capacity, window, longestStall, UptimeSpan.since(from)));
    }
  }
}
