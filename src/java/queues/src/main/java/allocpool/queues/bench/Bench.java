package allocpool.queues.bench;

import allocpool.queues.Ends;
import allocpool.queues.Pace;
import allocpool.queues.TickSource;
import java.util.Set;

/**
 * Measures one contestant. Each measure runs for a while before it counts, so that
 * compiled code is measured.
 */
final class Bench {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int CAPACITY = 65_536;
  private static final int PATIENCE = 10;
  private static final int[] SIZE_INTERVALS_NS = {100, 1000};

  private final Contestant contestant;
  private final Integer capacity; // null: each measure's default
  private final long nanoseconds;
  private final Reporter reporter;

  /**
   * Prepares a run.
   *
   * @param contestant the queue to measure
   * @param capacity the queue's, in ticks; null for each measure's default
   * @param nanoseconds about how long each measure takes
   * @param reporter receives the results
   */
  Bench(
      Contestant contestant, Integer capacity, long nanoseconds, Reporter reporter) {
    this.contestant = contestant;
    this.capacity = capacity;
    this.nanoseconds = nanoseconds;
    this.reporter = reporter;
  }

  /**
   * Measures, and reports each result at once.
   *
   * @param measures those to take; any that the contestant does not have are skipped
   * @throws WrongNumberException if a queue returned a number that it must not
   */
  void run(Set<Measure> measures) {
    for (Measure measure : measures) {
      if (!contestant.measures().contains(measure)) {
        reporter.skipped(measure.metric(), measure.obstacle());
      } else if (measure != Measure.CALL && PROCESSORS < 2) {
        reporter.skipped(measure.metric(), "two threads that spin need two processors");
      } else {
        run(measure);
      }
    }
  }

  private void run(Measure measure) {
    switch (measure) {
      case INTERVAL:
        interval();
        break;
      case THROUGHPUT:
        throughput();
        break;
      case CONSUME:
        consume();
        break;
      case SIZE:
        size();
        break;
      case ROUND_TRIP:
        roundTrip();
        break;
      case TAKE:
        take();
        break;
      case CALL:
        call();
        break;
      default:
        throw new IllegalArgumentException(measure.label());
    }
  }

  private long warmUp() {
    return nanoseconds / 2;
  }

  private int capacity() {
    return capacity != null ? capacity : CAPACITY;
  }

  private void interval() {
    IntervalSearch warmUp =
        new IntervalSearch(contestant.clock(), capacity, warmUp() / 2);
    warmUp.observe(Pace.at(100)); // short batches
    warmUp.observe(Pace.at(1)); // long ones
    IntervalSearch search =
        new IntervalSearch(contestant.clock(), capacity, nanoseconds / 10);
    if (search.run()) {
      reporter.interval(Measure.INTERVAL.metric(), search);
    } else {
      reporter.skipped(Measure.INTERVAL.metric(), String.format(
          "ticks are lost even at %.0f ns", IntervalSearch.LONGEST_NS));
    }
  }

  private void throughput() {
    Ends ends = contestant.ends(capacity());
    UnpacedThread writer = new UnpacedThread(ends.writer());
    try {
      TickConsumer consumer = new TickConsumer(ends.reader());
      consumer.takeFor(warmUp());
      consumer.reset();
      take(consumer, nanoseconds);
      if (consumer.lost() > 0) {
        throw new WrongNumberException("wrong numbers: " + consumer.lost()
            + " ticks are missing though the writer waits when the queue is full");
      }
      reporter.result(Measure.THROUGHPUT.metric(), "ns",
          (double) consumer.elapsedNanos() / consumer.received(), consumer.received());
    } finally {
      writer.close();
    }
  }

  private void consume() {
    ConsumeRun run = new ConsumeRun(contestant.clock(), capacity());
    run.run(nanoseconds); // as long, because filling the queue takes most of the time
    double time = run.run(nanoseconds);
    reporter.result(Measure.CONSUME.metric(), "ns", time, run.ticks());
  }

  private void size() {
    for (int interval : SIZE_INTERVALS_NS) {
      try (TickSource source = contestant.clock().start(capacity(), Pace.at(interval))) {
        TickConsumer consumer = new TickConsumer(source.reader());
        consumer.takeFor(warmUp());
        consumer.reset();
        take(consumer, nanoseconds / SIZE_INTERVALS_NS.length);
        reporter.result(Measure.SIZE.metric() + "_" + interval, "ticks",
            (double) consumer.received() / consumer.finds(), consumer.finds());
      }
    }
  }

  /** Takes ticks for a while, or longer if the machine was busy. */
  private static void take(TickConsumer consumer, long nanoseconds) {
    for (int i = 0; i < PATIENCE && consumer.finds() == 0; i++) {
      consumer.takeFor(nanoseconds);
    }
    if (consumer.finds() == 0) {
      throw new IllegalStateException("no tick came; more --seconds may help");
    }
  }

  private void roundTrip() {
    RoundTrip roundTrip =
        new RoundTrip(contestant.ends(capacity()), contestant.ends(capacity()));
    try {
      roundTrip.run(warmUp());
      reporter.percentiles(
          Measure.ROUND_TRIP.metric(), "ns", roundTrip.run(nanoseconds));
    } finally {
      roundTrip.close();
    }
  }

  /** Measures a call's time: the producer outruns any call, and drops the excess. */
  private void take() {
    try (TickSource source = contestant.clock().start(capacity(), Pace.at(1))) {
      TickConsumer consumer = new TickConsumer(source.reader());
      consumer.takeFor(warmUp());
      consumer.reset();
      take(consumer, nanoseconds);
      reporter.result(Measure.TAKE.metric(), "ns",
          (double) consumer.elapsedNanos() / consumer.received(), consumer.received());
    }
  }

  private void call() {
    CallRun run = new CallRun(contestant.binding());
    run.run(warmUp());
    double time = run.run(nanoseconds);
    reporter.result(Measure.CALL.metric(), "ns", time, run.calls());
  }
}
