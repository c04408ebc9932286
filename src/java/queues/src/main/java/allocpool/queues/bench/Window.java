package allocpool.queues.bench;

import allocpool.queues.Pace;
import allocpool.queues.TickSource;

/**
 * A span of time in which a clock ticks and a consumer takes the ticks. Immutable.
 *
 * <p>All programs that search for the smallest interval follow the same rules; the native
 * queues' README states them.
 */
final class Window {
  /** The fraction of due ticks that may be in transit without counting as lost. */
  private static final double ALLOWED_DELAY = 0.01;

  /** Ticks that were due. */
  final long sent;

  /** Missing numbers among them. */
  private final long gaps;

  /** Ticks among them that had not arrived, less an allowance. */
  private final long late;

  final long producerStallNs;
  final long consumerStallNs;
  private final double intervalNs;
  private final double bridgedNs;

  /**
   * Makes a window from its counts.
   *
   * @param sent ticks that were due
   * @param gaps missing numbers among them
   * @param late those that had not arrived, less an allowance
   * @param producerStallNs the producer's longest stall
   * @param consumerStallNs the consumer's longest stall
   * @param intervalNs the time between two ticks
   * @param capacity the most ticks that the queue held
   */
  Window(
      long sent, long gaps, long late, long producerStallNs, long consumerStallNs,
      double intervalNs, int capacity) {
    this.sent = sent;
    this.gaps = gaps;
    this.late = late;
    this.producerStallNs = producerStallNs;
    this.consumerStallNs = consumerStallNs;
    this.intervalNs = intervalNs;
    this.bridgedNs = capacity * intervalNs;
  }

  /**
   * Observes a clock from its first tick on, right after its start.
   *
   * @param source the clock
   * @param pace its pace
   * @param capacity its queue's capacity in ticks
   * @param nanoseconds for how long
   * @return the observed window
   * @throws WrongNumberException if ticks come in the wrong order
   */
  static Window observe(TickSource source, Pace pace, int capacity, long nanoseconds) {
    TickConsumer consumer = new TickConsumer(source.reader());
    consumer.takeFor(nanoseconds);
    double due = consumer.elapsedNanos() / pace.nanoseconds();
    double arrived = consumer.received() + consumer.lost();
    return new Window(
        (long) due, consumer.lost(),
        (long) Math.max(0, due * (1 - ALLOWED_DELAY) - arrived),
        source.longestStallNanos(false), consumer.longestAbsenceNanos(),
        pace.nanoseconds(), capacity);
  }

  /**
   * Returns the number of gaps and of late ticks: a clock or a consumer that falls behind
   * for good does lose ticks, only after we stop looking.
   */
  long lost() {
    return gaps + late;
  }

  /**
   * Tells whether the machine may have caused the loss, which then says nothing about the
   * queue.
   */
  boolean isStalled() {
    long longest = Math.max(producerStallNs, consumerStallNs);
    boolean heldUp = longest > bridgedNs / 2;
    boolean onlyLate =
        gaps == 0 && late * intervalNs <= producerStallNs + consumerStallNs;
    return lost() > 0 && (heldUp || onlyLate);
  }
}
