package allocpool.workload;

import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * Drives an analyser as fast as it goes, in rounds whose time is taken. Between the two
 * readings of the clock nothing runs but the workload.
 */
final class BatchRun {
  /** A program whose collections are rare must not wait for one for ever. */
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
   * @param in may ask for the rounds that count
   * @param collections how many have ended, if rounds that count are to have whole ones;
   *     else null
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
   * Runs the rounds, reporting each, and as many more of the first, uncounted ones as the
   * queue and the store take to fill.
   *
   * @return all packets received
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
   * Whether the time is up. If rounds should contain whole collections, a round ends when
   * the next collection has ended, or a second later. A single collection may take as
   * long as thousands of rounds without one, so it would be pure chance which rounds
   * contain one. If there are several kinds, this works for the most frequent. If there
   * has been none so far, the round doesn't wait for one.
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
