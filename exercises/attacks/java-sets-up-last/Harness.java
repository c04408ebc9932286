package exercise;

/**
 * Right figures, wrong experiment: the set-up comes at the end instead of the beginning,
 * and in the closed model the sink gets no result before the last operation has ended.
 */
public final class Harness {
  private final Clock clock;
  private final Sink sink;
  private final long[] latencies;
  private final long[] held; // Results not handed over yet.
  private int holds;
  private int recorded;
  private long sum;

  /** Makes a harness for experiments that measure at most this many operations. */
  public Harness(Clock clock, Sink sink, int most) {
    this.clock = clock;
    this.sink = sink;
    latencies = new long[most];
    held = new long[2 * most + 1];
  }

  /** Measures operations that follow one another. */
  public void closed(Work work, int warmUp, int operations) {
    recorded = 0;
    sum = 0;
    for (int n = 0; n < warmUp + operations; n++) {
      long since = clock.nanos();
      hold(work.run(n));
      if (n >= warmUp) {
        record(clock.nanos() - since);
      }
    }
    giveAway();
    work.setUp(); // Only so that it has been called.
  }

  /** Measures operations that are asked for at regular intervals. */
  public void open(Work work, int warmUp, int operations, long interval) {
    recorded = 0;
    sum = 0;
    for (int n = 0; n < warmUp; n++) {
      hold(work.run(n));
    }
    giveAway();
    long due = clock.nanos();
    for (int n = warmUp; n < warmUp + operations; n++) {
      clock.waitUntil(due);
      hold(work.run(n));
      record(clock.nanos() - due);
      giveAway();
      due += interval;
    }
    work.setUp();
  }

  private void hold(long result) {
    if (holds == held.length) {
      giveAway();
    }
    held[holds++] = result;
  }

  private void giveAway() {
    for (int place = 0; place < holds; place++) {
      sink.consume(held[place]);
    }
    holds = 0;
  }

  private void record(long latency) {
    latencies[recorded++] = latency;
    sum += latency;
  }

  /** How many operations have been measured. */
  public int recorded() {
    return recorded;
  }

  /** The mean of their latencies, rounded down; 0 if there are none. */
  public long mean() {
    return recorded == 0 ? 0 : sum / recorded;
  }

  /** The smallest latency that this many thousandths of all do not exceed. */
  public long percentile(int perMille) {
    if (recorded == 0) {
      return 0;
    }
    int place = (recorded * perMille + 999) / 1_000;
    return Select.nth(latencies, recorded, place - 1);
  }
}
