package allocpool.queues.bench;

import allocpool.queues.Pace;
import allocpool.queues.TickSource;

/**
 * A span of time in which a clock ticks and a consumer takes the ticks. Immutable.
 *
 * <p>The rules are those of all programs that look for the smallest interval; the README
 * of the native queues states them.
 */
final class Window {
  /** How much of what was due may be on its way before that is a loss. */
  private static final double ALLOWED_DELAY = 0.01;

  /** Ticks that were due. */
  final long sent;

  /** Of those, the ones whose numbers are missing. */
  private final long gaps;

  /** Of those, what had not come, but for an allowance. */
  private final long late;

  final long producerStallNs;
  final long consumerStallNs;
  private final double intervalNs;
  private final double bridgedNs;

  /**
   * Makes a window of what was counted in it.
   *
   * @param sent ticks that were due
   * @param gaps of those, the ones whose numbers are missing
   * @param late of those, what had not come, but for an allowance
   * @param producerStallNs the longest time for which the producer was held up
   * @param consumerStallNs the longest time for which the consumer was held up
   * @param intervalNs the time between two ticks
   * @param capacity how many ticks the queue held at most
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
   * Observes a clock that has just been started, from its first tick on.
   *
   * @param source the clock
   * @param pace how fast it ticks
   * @param capacity how many ticks its queue holds
   * @param nanoseconds for how long
   * @return what came of it
   * @throws WrongNumberException if ticks come in a wrong order
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
   * Gaps in the numbers, and what came too late: a clock or a consumer that falls behind
   * for good does lose ticks, only later than we look.
   */
  long lost() {
    return gaps + late;
  }

  /**
   * Whether the machine may be to blame for a loss, which then says nothing of the queue.
   */
  boolean isStalled() {
    long longest = Math.max(producerStallNs, consumerStallNs);
    boolean heldUp = longest > bridgedNs / 2;
    boolean onlyLate =
        gaps == 0 && late * intervalNs <= producerStallNs + consumerStallNs;
    return lost() > 0 && (heldUp || onlyLate);
  }
}
