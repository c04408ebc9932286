package allocpool.workload;

import allocpool.clock.Ticks;
import java.math.BigDecimal;

/**
 * Drives an analyser by a clock: one packet a tick, and a tick that is not taken in time
 * is a packet lost. Gaps in the ticks' numbers tell how many those were.
 */
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
  private long started;
  private int sequence;

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
      started = System.nanoTime();
      sequence = -1; // the number before the first one
      if (options.warmupSeconds > 0) {
        observe(ticks, intervalNs, true, options.warmupSeconds);
      }
      long from = UptimeSpan.now();
      ticks.longestStallNanos(true);
      Window window = observe(ticks, intervalNs, false, options.seconds);
      long longestStall = ticks.longestStallNanos(false);
      reporter.probe(
          new Probe(intervalNs, capacity, window, longestStall, UptimeSpan.since(from)));
    }
  }

  // --8<-- [start:observe]
  private Window observe(
      Ticks ticks, BigDecimal intervalNs, boolean warmup, double seconds) {
    long begin = System.nanoTime();
    long length = (long) (seconds * 1e9);
    long lastLine = begin;
    long lostBefore = 0;
    long sent = 0;
    long received = 0;
    long elapsed;
    do {
      do {
        int next = ticks.next();
        sent += (next - sequence) & 0xFFFFFFFFL; // the numbers wrap at 2^32
        sequence = next;
        received++;
        analyser.step();
        if (received % options.progressEvery() == 0) {
          long now = System.nanoTime();
          long lost = sent - received;
          reporter.progress(new Progress(
              intervalNs, warmup, now - started, now - lastLine, lost - lostBefore));
          lastLine = now;
          lostBefore = lost;
        }
      } while (!ticks.atBatchEnd());
      elapsed = System.nanoTime() - begin;
    } while (elapsed < length);
    packets += received;
    return new Window(elapsed, sent, received);
  }
  // --8<-- [end:observe]
}
