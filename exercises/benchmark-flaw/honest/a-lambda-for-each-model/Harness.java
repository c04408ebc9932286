package exercise;

import java.util.function.LongUnaryOperator;

/** Both models are one loop; they differ in when the next operation is due. */
public final class Harness {
  private static final LongUnaryOperator AT_ONCE = now -> now;

  private final Clock clock;
  private final Sink sink;
  private final LongUnaryOperator next;
  private long[] latencies;
  private int size;
  private long due;
  private long interval;

  public Harness(Clock clock, Sink sink, int most) {
    this.clock = clock;
    this.sink = sink;
    latencies = new long[Math.max(most, 1)];
    next = now -> due += interval;
  }

  public void closed(Work work, int warmUp, int operations) {
    experiment(work, warmUp, operations, AT_ONCE);
  }

  public void open(Work work, int warmUp, int operations, long interval) {
    this.interval = interval;
    experiment(work, warmUp, operations, next);
  }

  private void experiment(Work work, int warmUp, int operations, LongUnaryOperator when) {
    size = 0;
    work.setUp();
    int operation = 0;
    while (operation < warmUp) {
      sink.consume(work.run(operation++));
    }
    due = clock.nanos() - (when == next ? interval : 0);
    while (operation < warmUp + operations) {
      long begin = when.applyAsLong(clock.nanos());
      clock.waitUntil(begin);
      long result = work.run(operation++);
      latencies[size++] = clock.nanos() - begin;
      sink.consume(result);
    }
  }

  public int recorded() {
    return size;
  }

  public long mean() {
    if (size == 0) return 0;
    long sum = 0;
    for (int i = 0; i < size; i++) sum += latencies[i];
    return sum / size;
  }

  public long percentile(int perMille) {
    if (size == 0) return 0;
    int place = Math.toIntExact(((long) perMille * size + 999) / 1000) - 1;
    return Select.nth(latencies, size, place);
  }
}
