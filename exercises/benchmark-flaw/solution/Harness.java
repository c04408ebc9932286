package exercise;

/**
 * Measures the latency of operations, one experiment at a time. The figures are those of
 * the last experiment. All times are in nanoseconds. For one thread.
 */
public final class Harness {
  // BEGIN SOLUTION
  private final Clock clock;
  private final Sink sink;
  private final long[] latencies;
  private int recorded;
  private long sum;
  // STARTER: private final Clock clock;
  // STARTER: private final java.util.List<Long> latencies = new java.util.ArrayList<>();
  // STARTER: private long started;
  // STARTER: private long ended;
  // END SOLUTION

  /** Makes a harness for experiments that measure at most {@code most} operations. */
  public Harness(Clock clock, Sink sink, int most) {
    // BEGIN SOLUTION
    this.clock = clock;
    this.sink = sink;
    latencies = new long[most];
    // STARTER: this.clock = clock;
    // END SOLUTION
  }

  /**
   * Measures operations back to back: each starts when the previous one has finished. A
   * latency is the time from an operation's start to its end.
   */
  public void closed(Work work, int warmUp, int operations) {
    // BEGIN SOLUTION
    prepare(work, warmUp);
    for (int n = warmUp; n < warmUp + operations; n++) {
      measure(work, n, clock.nanos());
    }
    // STARTER: started = clock.wall();
    // STARTER: latencies.clear();
    // STARTER: work.setUp();
    // STARTER: for (int n = 0; n < warmUp + operations; n++) {
    // STARTER:   long begun = clock.wall();
    // STARTER:   work.run(n);
    // STARTER:   latencies.add(clock.wall() - begun);
    // STARTER: }
    // STARTER: ended = clock.wall();
    // END SOLUTION
  }

  /**
   * Measures operations that are due at regular intervals, whether we are ready or not. A
   * latency is the time from when an operation is due to its end.
   */
  public void open(Work work, int warmUp, int operations, long interval) {
    // BEGIN SOLUTION
    prepare(work, warmUp);
    long due = clock.nanos();
    for (int n = warmUp; n < warmUp + operations; n++) {
      clock.waitUntil(due);
      // The caller has been waiting since then, even if we were busy with others.
      measure(work, n, due);
      due += interval;
    }
    // STARTER: started = clock.wall();
    // STARTER: latencies.clear();
    // STARTER: work.setUp();
    // STARTER: for (int n = 0; n < warmUp + operations; n++) {
    // STARTER:   long next = clock.nanos() + interval;
    // STARTER:   long begun = clock.wall();
    // STARTER:   work.run(n);
    // STARTER:   latencies.add(clock.wall() - begun);
    // STARTER:   clock.waitUntil(next);
    // STARTER: }
    // STARTER: ended = clock.wall();
    // END SOLUTION
  }

  /** The number of operations measured. */
  public int recorded() {
    // BEGIN SOLUTION
    return recorded;
    // STARTER: return latencies.size();
    // END SOLUTION
  }

  /** The mean of their latencies, rounded down; 0 if there are none. */
  public long mean() {
    // BEGIN SOLUTION
    return recorded == 0 ? 0 : sum / recorded;
    // STARTER: return latencies.isEmpty() ? 0 : (ended - started) / latencies.size();
    // END SOLUTION
  }

  /**
   * The smallest latency that at least {@code perMille} of a thousand operations didn't
   * exceed; 0 if there are none.
   *
   * @param perMille from 1 to 1,000
   */
  public long percentile(int perMille) {
    // BEGIN SOLUTION
    if (recorded == 0) {
      return 0;
    }
    int place = (recorded * perMille + 999) / 1_000; // Rounded up; from 1.
    return Select.nth(latencies, recorded, place - 1);
    // STARTER: if (latencies.isEmpty()) {
    // STARTER:   return 0;
    // STARTER: }
    // STARTER: java.util.Collections.sort(latencies);
    // STARTER: int place = latencies.size() * perMille / 1_000;
    // STARTER: return latencies.get(Math.min(place, latencies.size() - 1));
    // END SOLUTION
  }

  // BEGIN SOLUTION
  /** Forgets the last experiment, sets the next one up and warms up. */
  private void prepare(Work work, int warmUp) {
    recorded = 0;
    sum = 0;
    work.setUp();
    for (int n = 0; n < warmUp; n++) {
      sink.consume(work.run(n));
    }
  }

  /** Runs an operation and records the time from {@code since} to its end. */
  private void measure(Work work, int n, long since) {
    long result = work.run(n);
    long latency = clock.nanos() - since; // Before the sink takes its time.
    sink.consume(result);
    latencies[recorded++] = latency;
    sum += latency;
  }
  // END SOLUTION
}
