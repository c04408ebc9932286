package allocpool.queues.bench;

import allocpool.queues.Pace;
import allocpool.queues.TickSource;

/**
 * Looks for the smallest interval between ticks at which none is lost, by halving a range
 * of intervals each of which is a tenth larger than the next one. If an interval is good,
 * longer ones are taken to be good, too.
 */
final class IntervalSearch {
  /** The longest interval that is tried, in nanoseconds. */
  static final double LONGEST_NS = 2000;

  private static final double SHORTEST_NS = 0.1;
  private static final double RATIO = 1.1;
  private static final int LAST_STEP = 104;

  /** What a queue bridges, unless its capacity is given. */
  private static final double BRIDGED_NS = 20e6;

  private static final int LEAST_CAPACITY = 100_000;
  private static final int MOST_CAPACITY = 1 << 26;
  private static final int MOST_ATTEMPTS = 5;

  private final Contestant.Clock clock;
  private final Integer capacity; // null: what bridges the usual time
  private final long windowNs;

  private double bestNs = Double.NaN;
  private long windows;
  private long stalledWindows;
  private long sent;
  private long lost;
  private long producerStallNs;
  private long consumerStallNs;

  /**
   * Prepares a search.
   *
   * @param clock starts what is searched
   * @param capacity of its queue in ticks; null: enough to bridge 20 ms
   * @param windowNs how long an interval is tried, in nanoseconds
   */
  IntervalSearch(Contestant.Clock clock, Integer capacity, long windowNs) {
    this.clock = clock;
    this.capacity = capacity;
    this.windowNs = windowNs;
  }

  /** One of the intervals, in nanoseconds; step 0 is the longest. */
  static double interval(int step) {
    return Math.max(LONGEST_NS / Math.pow(RATIO, step), SHORTEST_NS);
  }

  /**
   * Searches.
   *
   * @return whether there is such an interval
   */
  boolean run() {
    int good = -1;
    int bad = LAST_STEP + 1;
    int step = 0;
    while (bad - good > 1) {
      if (isGood(Pace.at(interval(step)))) {
        good = step;
        bestNs = interval(step);
      } else {
        bad = step;
      }
      step = good + (bad - good) / 2;
    }
    return good >= 0;
  }

  /** A machine that stalls every time does not show a good interval. */
  private boolean isGood(Pace pace) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      Window window = observe(pace);
      windows++;
      sent += window.sent;
      lost += window.lost();
      producerStallNs = Math.max(producerStallNs, window.producerStallNs);
      consumerStallNs = Math.max(consumerStallNs, window.consumerStallNs);
      if (!window.isStalled()) {
        return window.lost() == 0;
      }
      stalledWindows++;
    }
    return false;
  }

  /**
   * Tries one interval, outside of the search's books.
   *
   * @param pace the interval
   * @return what came of it
   */
  Window observe(Pace pace) {
    System.gc(); // frees the queue before, and is not in the way later
    int ticks = capacity != null ? capacity : usualCapacity(pace);
    try (TickSource source = clock.start(ticks, pace)) {
      return Window.observe(source, pace, ticks, windowNs);
    }
  }

  private static int usualCapacity(Pace pace) {
    double ticks = BRIDGED_NS / pace.nanoseconds();
    return (int) Math.max(LEAST_CAPACITY, Math.min(MOST_CAPACITY, ticks));
  }

  /** The smallest interval, in nanoseconds. */
  double bestNs() {
    return bestNs;
  }

  /** How many windows of time there were. */
  long windows() {
    return windows;
  }

  /** In how many of them ticks were lost because the machine held up a thread. */
  long stalledWindows() {
    return stalledWindows;
  }

  /** How many ticks were due in all of them. */
  long sent() {
    return sent;
  }

  /** How many of those were lost. */
  long lost() {
    return lost;
  }

  /** The longest time for which the producer was held up. */
  long producerStallNs() {
    return producerStallNs;
  }

  /** The longest time for which the consumer was held up. */
  long consumerStallNs() {
    return consumerStallNs;
  }
}
