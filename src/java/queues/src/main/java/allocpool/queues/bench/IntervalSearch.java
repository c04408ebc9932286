package allocpool.queues.bench;

import allocpool.queues.Pace;
import allocpool.queues.TickSource;

/**
 * Searches for the smallest interval between ticks at which none is lost, by bisecting a
 * range of intervals, each a tenth longer than the next. If an interval is good, longer
 * ones are assumed to be good, too.
 */
final class IntervalSearch {
  /** The longest interval that is tried, in nanoseconds. */
  static final double LONGEST_NS = 2000;

  private static final double SHORTEST_NS = 0.1;
  private static final double RATIO = 1.1;
  private static final int LAST_STEP = 104;

  /** The time that a queue bridges, unless its capacity is given. */
  private static final double BRIDGED_NS = 20e6;

  private static final int LEAST_CAPACITY = 100_000;
  private static final int MOST_CAPACITY = 1 << 26;
  private static final int MOST_ATTEMPTS = 5;

  private final Contestant.Clock clock;
  private final Integer capacity; // null: enough to bridge the usual time
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
   * @param clock starts the clock to measure
   * @param capacity the queue's, in ticks; null: enough to bridge 20 ms
   * @param windowNs how long an interval is tried, in nanoseconds
   */
  IntervalSearch(Contestant.Clock clock, Integer capacity, long windowNs) {
    this.clock = clock;
    this.capacity = capacity;
    this.windowNs = windowNs;
  }

  /** Returns one of the intervals, in nanoseconds; step 0 is the longest. */
  static double interval(int step) {
    return Math.max(LONGEST_NS / Math.pow(RATIO, step), SHORTEST_NS);
  }

  /**
   * Searches.
   *
   * @return true if there is such an interval
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

  /** Tells whether no tick was lost; false if the machine stalls in every attempt. */
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
   * Tries one interval without recording it.
   *
   * @param pace the interval
   * @return the observed window
   */
  Window observe(Pace pace) {
    System.gc(); // frees the previous queue now, rather than during the window
    int ticks = capacity != null ? capacity : usualCapacity(pace);
    try (TickSource source = clock.start(ticks, pace)) {
      return Window.observe(source, pace, ticks, windowNs);
    }
  }

  private static int usualCapacity(Pace pace) {
    double ticks = BRIDGED_NS / pace.nanoseconds();
    return (int) Math.max(LEAST_CAPACITY, Math.min(MOST_CAPACITY, ticks));
  }

  /** Returns the smallest interval, in nanoseconds. */
  double bestNs() {
    return bestNs;
  }

  /** Returns the number of windows observed. */
  long windows() {
    return windows;
  }

  /** Returns the number of windows with losses because the machine stalled a thread. */
  long stalledWindows() {
    return stalledWindows;
  }

  /** Returns the number of ticks due in all windows. */
  long sent() {
    return sent;
  }

  /** Returns the number of ticks lost in all windows. */
  long lost() {
    return lost;
  }

  /** Returns the producer's longest stall, in nanoseconds. */
  long producerStallNs() {
    return producerStallNs;
  }

  /** Returns the consumer's longest stall, in nanoseconds. */
  long consumerStallNs() {
    return consumerStallNs;
  }
}
