package exercise;

import java.util.Objects;

/** Keeps latencies in an array that a heap sort puts in order, once for each experiment. */
public final class Harness {
  private final Clock clock;
  private final Sink sink;
  private final long[] taken;
  private int count;
  private boolean sorted;

  public Harness(Clock clock, Sink sink, int most) {
    this.clock = Objects.requireNonNull(clock);
    this.sink = Objects.requireNonNull(sink);
    this.taken = new long[most];
  }

  public void closed(Work work, int warmUp, int operations) {
    begin(work, warmUp);
    for (int i = 0; i < operations; ++i) {
      final long before = clock.nanos();
      final long result = work.run(warmUp + i);
      taken[count++] = clock.nanos() - before;
      sink.consume(result);
    }
  }

  public void open(Work work, int warmUp, int operations, long interval) {
    begin(work, warmUp);
    final long start = clock.nanos();
    for (int i = 0; i < operations; ++i) {
      final long due = start + i * interval;
      clock.waitUntil(due);
      final long result = work.run(warmUp + i);
      taken[count++] = clock.nanos() - due;
      sink.consume(result);
    }
  }

  private void begin(Work work, int warmUp) {
    count = 0;
    sorted = false;
    work.setUp();
    for (int i = 0; i < warmUp; ++i) {
      sink.consume(work.run(i));
    }
  }

  public int recorded() {
    return count;
  }

  public long mean() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += taken[i];
    }
    return count == 0 ? 0 : Math.floorDiv(sum, (long) count);
  }

  public long percentile(int perMille) {
    if (count == 0) {
      return 0;
    }
    sort();
    return taken[(int) (((long) count * perMille + 999) / 1_000) - 1];
  }

  private void sort() {
    if (sorted) {
      return;
    }
    for (int i = count / 2 - 1; i >= 0; i--) {
      sink(i, count);
    }
    for (int end = count - 1; end > 0; end--) {
      long largest = taken[0];
      taken[0] = taken[end];
      taken[end] = largest;
      sink(0, end);
    }
    sorted = true;
  }

  private void sink(int from, int end) {
    int at = from;
    while (2 * at + 1 < end) {
      int child = 2 * at + 1;
      if (child + 1 < end && taken[child + 1] > taken[child]) {
        child++;
      }
      if (taken[at] >= taken[child]) {
        return;
      }
      long moved = taken[at];
      taken[at] = taken[child];
      taken[child] = moved;
      at = child;
    }
  }
}
