package allocpool.workload;

import allocpool.clock.Ticks;
import java.io.InputStream;
import java.math.BigDecimal;

/** Drives an analyser by a clock, one probe after another. */
final class RealTimeRun {
  /** Starts clocks. */
  interface Clock {
    /**
     * Starts a clock.
     *
     * @param kind the kind of clock
     * @param capacity the most ticks kept for a late reader
     * @param intervalPicoseconds the time between two ticks
     * @param firstTick the first tick's number, unsigned
     * @return its ticks
     */
    Ticks start(ClockKind kind, int capacity, long intervalPicoseconds, int firstTick);
  }

  private final Analyser analyser;
  private final Options options;
  private final Reporter reporter;
  private final Clock clock;
  private final InputStream in;
  private long packets;

  RealTimeRun(
      Analyser analyser, Options options, Reporter reporter, Clock clock,
      InputStream in) {
    this.analyser = analyser;
    this.options = options;
    this.reporter = reporter;
    this.clock = clock;
    this.in = in;
  }

  /**
   * Settles, measures the service times if requested, then makes and reports every probe.
   *
   * @return the number of packets received
   */
  long run() {
    while (packets < options.settle()) {
      int chunk = (int) Math.min(options.chunk(), options.settle() - packets);
      analyser.run(chunk);
      packets += chunk;
    }
    if (options.serviceSeconds > 0) {
      service();
    }
    options.probes(in).forEachOrdered(this::probe);
    return packets;
  }

  private void service() {
    try (Ticks ticks = start(ServiceRun.CAPACITY, ServiceRun.INTERVAL)) {
      ServiceRun run = new ServiceRun(loop(ticks, BigDecimal.ONE), System::nanoTime);
      Service service = run.run(options.warmupSeconds, options.serviceSeconds);
      packets += run.packets();
      reporter.service(service);
    }
  }

  private void probe(ProbeRequest request) {
    int capacity = Intervals.capacity(request.intervalNs);
    try (Ticks ticks = start(capacity, Intervals.picoseconds(request.intervalNs))) {
      TickLoop loop = loop(ticks, request.intervalNs);
      if (request.warmupSeconds > 0) {
        packets += loop.warmUp(request.warmupSeconds);
        ticks.longestStallNanos(true);
        packets += loop.passOver();
      }
      long from = UptimeSpan.now();
      Window window = loop.observe(request.seconds, request.untilLoss);
      packets += window.received;
      long longestStall = ticks.longestStallNanos(false);
      reporter.probe(new Probe(
          request.intervalNs, capacity, window, longestStall, UptimeSpan.since(from)));
    }
  }

  private TickLoop loop(Ticks ticks, BigDecimal intervalNs) {
    return new TickLoop(
        analyser, ticks, options.firstTick(), reporter, intervalNs,
        options.progressEvery());
  }

  private Ticks start(int capacity, long intervalPicoseconds) {
    return clock.start(
        options.clock, capacity, intervalPicoseconds, options.firstTick());
  }
}
