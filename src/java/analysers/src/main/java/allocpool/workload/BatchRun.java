package allocpool.workload;

/**
 * Drives an analyser as fast as it goes, in rounds whose time is taken. Between the two
 * readings of the clock nothing runs but the workload.
 */
final class BatchRun {
  private final Analyser analyser;
  private final Options options;
  private final Reporter reporter;
  private long packets;

  BatchRun(Analyser analyser, Options options, Reporter reporter) {
    this.analyser = analyser;
    this.options = options;
    this.reporter = reporter;
  }

  /**
   * Runs the rounds, reporting each, and as many more of the first, uncounted ones as the
   * queue and the store take to fill.
   *
   * @return all packets received
   */
  long run() {
    int index = 0;
    while (index < options.warmupRounds || packets < options.settle()) {
      round(index++, true);
    }
    for (int i = 0; i < options.rounds; i++) {
      round(index++, false);
    }
    return packets;
  }

  private void round(int index, boolean warmup) {
    long limitNs = options.roundLimitNs();
    long from = UptimeSpan.now();
    long done = 0;
    // --8<-- [start:timed]
    long start = System.nanoTime();
    long elapsed;
    do {
      int chunk = (int) Math.min(options.chunk(), options.packets() - done);
      analyser.run(chunk);
      done += chunk;
      elapsed = System.nanoTime() - start;
    } while (done < options.packets() && elapsed < limitNs);
    // --8<-- [end:timed]
    packets += done;
    reporter.round(new Round(index, warmup, done, elapsed, UptimeSpan.since(from)));
  }
}
