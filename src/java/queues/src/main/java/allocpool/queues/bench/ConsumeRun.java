package allocpool.queues.bench;

import allocpool.queues.Pace;
import allocpool.queues.TickSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures reading ticks that are already there: fills a queue, stops the producer, and
 * reads what is left, over and over. The numbers, and the words that publish them, are on
 * another core's cache lines.
 */
final class ConsumeRun {
  private static final Pace PACE = Pace.at(1);
  private static final long PATIENCE_NS = 5_000_000_000L;
  private static final double NS_PER_MS = 1e6;

  private final Contestant.Clock clock;
  private final int capacity;
  private final List<Double> times = new ArrayList<>(); // in nanoseconds per tick
  private long ticks;

  /**
   * Prepares a run.
   *
   * @param clock starts the clock to measure
   * @param capacity the queue's, in ticks
   */
  ConsumeRun(Contestant.Clock clock, int capacity) {
    this.clock = clock;
    this.capacity = capacity;
  }

  /**
   * Fills and reads for a while, or longer if the machine is busy.
   *
   * @param nanoseconds for how long
   * @return the median of the times, in nanoseconds per tick
   * @throws WrongNumberException if ticks come in the wrong order
   * @throws IllegalStateException if no producer manages to write anything
   */
  double run(long nanoseconds) {
    times.clear();
    ticks = 0;
    long begin = System.nanoTime();
    long elapsed;
    do {
      try (TickSource source = clock.start(capacity, PACE)) {
        read(source);
      }
      elapsed = System.nanoTime() - begin;
    } while (elapsed < nanoseconds || times.isEmpty() && elapsed < PATIENCE_NS);
    if (times.isEmpty()) {
      throw new IllegalStateException("no tick came; more --seconds may help");
    }
    Collections.sort(times);
    return times.get(times.size() / 2);
  }

  /**
   * Reads one filled queue. Two arrays that change hands give the first few ticks at
   * once, and while those are read, the next few. Only the array after that is full when
   * it is handed over. So we take two batches before the measured part, and let the queue
   * fill after each.
   */
  private void read(TickSource source) {
    TickConsumer consumer = new TickConsumer(source.reader());
    for (int batch = 0; batch < 2; batch++) {
      fill();
      consumer.takeBatch();
    }
    fill();
    source.stop();

    consumer.reset();
    long begin = System.nanoTime();
    boolean more;
    do {
      more = consumer.takeBatch();
    } while (more);
    long elapsed = System.nanoTime() - begin;
    if (consumer.received() > 0) {
      times.add((double) elapsed / consumer.received());
      ticks += consumer.received();
    }
  }

  private void fill() {
    Threads.sleep(1 + (long) Math.ceil(capacity * PACE.nanoseconds() / NS_PER_MS));
  }

  /** Returns the number of ticks read. */
  long ticks() {
    return ticks;
  }
}
