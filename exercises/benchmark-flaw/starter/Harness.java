package exercise;

/**
 * Measures the latency of operations, one experiment at a time. The figures are those of
 * the last experiment. All times are in nanoseconds. For one thread.
 */
public final class Harness {
  // Your code here.
  private final Clock clock;
  private final java.util.List<Long> latencies = new java.util.ArrayList<>();
  private long started;
  private long ended;

  /** Makes a harness for experiments that measure at most {@code most} operations. */
  public Harness(Clock clock, Sink sink, int most) {
    // Your code here.
    this.clock = clock;
  }

  /**
   * Measures operations back to back: each starts when the previous one has finished. A
   * latency is the time from an operation's start to its end.
   */
  public void closed(Work work, int warmUp, int operations) {
    // Your code here.
    started = clock.wall();
    latencies.clear();
    work.setUp();
    for (int n = 0; n < warmUp + operations; n++) {
      long begun = clock.wall();
      work.run(n);
      latencies.add(clock.wall() - begun);
    }
    ended = clock.wall();
  }

  /**
   * Measures operations that are due at regular intervals, whether we are ready or not. A
   * latency is the time from when an operation is due to its end.
   */
  public void open(Work work, int warmUp, int operations, long interval) {
    // Your code here.
    started = clock.wall();
    latencies.clear();
    work.setUp();
    for (int n = 0; n < warmUp + operations; n++) {
      long next = clock.nanos() + interval;
      long begun = clock.wall();
      work.run(n);
      latencies.add(clock.wall() - begun);
      clock.waitUntil(next);
    }
    ended = clock.wall();
  }

  /** The number of operations measured. */
  public int recorded() {
    // Your code here.
    return latencies.size();
  }

  /** The mean of their latencies, rounded down; 0 if there are none. */
  public long mean() {
    // Your code here.
    return latencies.isEmpty() ? 0 : (ended - started) / latencies.size();
  }

  /**
   * The smallest latency that at least {@code perMille} of a thousand operations didn't
   * exceed; 0 if there are none.
   *
   * @param perMille from 1 to 1,000
   */
  public long percentile(int perMille) {
    // Your code here.
    if (latencies.isEmpty()) {
      return 0;
    }
    java.util.Collections.sort(latencies);
    int place = latencies.size() * perMille / 1_000;
    return latencies.get(Math.min(place, latencies.size() - 1));
  }

  // Your code here.
}
