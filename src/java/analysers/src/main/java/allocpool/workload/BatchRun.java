package allocpool.workload;

import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * Drives an analyser at full speed, in timed rounds. Only the workload runs between the
 * two readings of the clock.
 */
final class BatchRun {
  /** The longest that a round waits for a collection, which may be rare, in ns. */
  static final long MOST_WAIT_NS = 1_000_000_000;

  private final Analyser analyser;
  private final Options options;
  private final Reporter reporter;
  private final InputStream in;
  private final LongSupplier collections;
  private long collected;
  private long packets;
  private int index;

  /**
   * Makes a run.
   *
   * @param in may request the measured rounds
   * @param collections counts ended collections, if measured rounds should contain whole
   *     ones; else null
   */
  BatchRun(
      Analyser analyser, Options options, Reporter reporter, InputStream in,
      LongSupplier collections) {
    this.collections = collections;
    this.analyser = analyser;
    this.options = options;
    this.reporter = reporter;
    this.in = in;
  }

  /**
   * Runs and reports the rounds, with as many warm-up rounds as the queue and the store
   * take to fill, and at least the requested number.
   *
   * @return the number of packets received
   */
  long run() {
    while (index < options.warmupRounds || packets < options.settle()) {
      run(options.round(), true);
    }
    options.rounds(in).forEachOrdered(request -> run(request, false));
    return packets;
  }

  private void run(RoundRequest request, boolean warmup) {
    long from = UptimeSpan.now();
    long done = 0;
    collected = collections == null ? 0 : collections.getAsLong();
    // --8<-- [start:timed]
    long start = System.nanoTime();
    long elapsed;
    do {
      int chunk = (int) Math.min(options.chunk(), request.packets - done);
      analyser.run(chunk);
      done += chunk;
      elapsed = System.nanoTime() - start;
    } while (done < request.packets && !isOver(elapsed, request.limitNs, warmup));
    // --8<-- [end:timed]
    packets += done;
    reporter.round(new Round(index++, warmup, done, elapsed, UptimeSpan.since(from)));
  }

  // --8<-- [start:whole]
  /**
   * Tells whether the time is up. If rounds should contain whole collections, a round
   * ends when the next collection has ended, or a second later. A single collection may
   * take as long as thousands of rounds without one, so otherwise chance would decide
   * which rounds contain one. If there are several kinds, this works for the most
   * frequent. If there has been none so far, the round doesn't wait for one.
   */
  private boolean isOver(long elapsed, long limit, boolean warmup) {
    if (collections == null || warmup) {
      return elapsed >= limit;
    }
    long before = collected;
    collected = collections.getAsLong();
    boolean hasWaited = elapsed - MOST_WAIT_NS >= limit;
    boolean isAwaited = collected == before && collected > 0 && !hasWaited;
    return elapsed >= limit && !isAwaited;
  }
  // --8<-- [end:whole]
}
