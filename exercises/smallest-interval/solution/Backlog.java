package exercise;

/**
 * Computes what a queue in front of a program would lose, from the time that the program
 * takes for each packet. All times are in nanoseconds. Any thread may call the methods.
 */
public final class Backlog {
  // BEGIN SOLUTION
  private final long[] takes;
  // END SOLUTION

  /** Takes the times of one run, each at least 1. The array remains the caller's. */
  public Backlog(long[] serviceNs) {
    // BEGIN SOLUTION
    takes = serviceNs.clone();
    // END SOLUTION
  }

  /**
   * Returns how many ticks are lost until the program has finished the last packet.
   *
   * @param capacity how many ticks the queue holds, at least 1
   * @param interval from each tick to the next, at least 1
   */
  public long lost(int capacity, long interval) {
    // BEGIN SOLUTION
    long lost = 0;
    long waiting = 0;
    long untilTick = interval; // From the start of a packet.
    for (long service : takes) {
      // Those before the packet's end, but not exactly at it, so one is subtracted.
      long come = service > untilTick ? (service - untilTick - 1) / interval + 1 : 0;
      untilTick += come * interval - service;
      waiting += come;
      if (waiting > capacity) {
        lost += waiting - capacity;
        waiting = capacity;
      }
      if (waiting > 0) {
        waiting--;
      } else {
        untilTick = interval; // It was idle, and started the next tick at once.
      }
    }
    return lost;
    // STARTER: return 0;
    // END SOLUTION
  }

  /**
   * Returns the smallest whole interval, from 1, at which no tick is lost.
   *
   * @param capacity how many ticks the queue holds, at least 1
   */
  public long smallestInterval(int capacity) {
    // BEGIN SOLUTION
    // Dinkelbach's method for the maximum of many fractions: it never overshoots, and
    // ends after a few passes.
    long interval = 1;
    long asked = askedFor(interval, capacity);
    while (asked > interval) {
      interval = asked;
      asked = askedFor(interval, capacity);
    }
    return interval;
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  /**
   * Returns the interval that the worst stretch of packets needs: the one at whose end
   * the program is latest. It exceeds {@code interval} if, and only if, ticks are lost.
   */
  private long askedFor(long interval, int capacity) {
    long late = 0;
    long sum = 0;
    long packets = 0;
    long latest = 0;
    long sumThen = 0;
    long packetsThen = 0;
    for (long service : takes) {
      if (late <= 0) { // Up to date. Spare time can't be saved up.
        late = 0;
        sum = 0;
        packets = 0;
      }
      late += service - interval;
      sum += service;
      packets++;
      if (late > latest) {
        latest = late;
        sumThen = sum;
        packetsThen = packets;
      }
    }
    long intervals = packetsThen + capacity; // The stretch must be finished in these.
    return (sumThen + intervals - 1) / intervals;
  }
  // END SOLUTION
}
