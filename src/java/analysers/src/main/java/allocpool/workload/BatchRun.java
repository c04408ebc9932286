package allocpool.workload;

import java.io.InputStream;

/**
 * Drives an analyser as fast as it goes, in rounds whose time is taken. Between the two
 * readings of the clock nothing runs but the workload.
 */
final class BatchRun {
  private final Analyser analyser;
  private final Options options;
  private final Reporter reporter;
  private final InputStream in;
  private long packets;
  private int index;

  /**
   * Makes a run.
   *
   * @param in may ask for the rounds that count
   */
  BatchRun(Analyser analyser, Options options, Reporter reporter, InputStream in) {
    this.analyser = analyser;
    this.options = options;
    this.reporter = reporter;
    this.in = in;
  }

  /**
   * Runs the rounds, reporting each, and as many more of the first, uncounted ones as the
   * queue and the store take to fill.
   *
   * @return all packets received
   */
  long run() {
    if (options.prefill) {
      packets = options.settle();
      analyser.fill(packets);
    }
    while (index < options.warmupRounds || packets < options.settle()) {
      run(options.round(), true);
    }
    options.rounds(in).forEachOrdered(request -> run(request, false));
    return packets;
  }

  private void run(RoundRequest request, boolean warmup) {
    long from = UptimeSpan.now();
    long done = 0;
    // --8<-- [start:timed]
    long start = System.nanoTime();
    long elapsed;
    do {
      int chunk = (int) Math.min(options.chunk(), request.packets - done);
      analyser.run(chunk);
      done += chunk;
      elapsed = System.nanoTime() - start;
    } while (done < request.packets && elapsed < request.limitNs);
    // --8<-- [end:timed]
    packets += done;
    reporter.round(new Round(index++, warmup, done, elapsed, UptimeSpan.since(from)));
  }
}
