package exercise;

/**
 * What a queue in front of a program would lose, reckoned from the time that the program
 * takes for each packet. All times are in nanoseconds. May be asked by any thread.
 */
public final class Backlog {
  // BEGIN SOLUTION
  private final long[] takes;
  // END SOLUTION

  /** Takes the times of one run, each at least 1; the array remains the caller's. */
  public Backlog(long[] serviceNs) {
    // BEGIN SOLUTION
    takes = serviceNs.clone();
    // END SOLUTION
  }

  /**
   * How many ticks are lost until the program has done with the last packet.
   *
   * @param capacity how many ticks the queue holds, at least 1
   * @param interval from each tick to the next, at least 1
   */
  public long lost(int capacity, long interval) {
    // BEGIN SOLUTION
    long lost = 0;
    long waiting = 0;
    long untilTick = interval; // From the moment at which a packet is taken up.
    for (long service : takes) {
      // Those before the packet is done, and not at that moment: so one is subtracted.
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
        untilTick = interval; // It was idle, and took up the next tick as it came.
      }
    }
    return lost;
    // STARTER: return 0;
    // END SOLUTION
  }

  /**
   * The smallest whole interval, from 1, at which no tick is lost.
   *
   * @param capacity how many ticks the queue holds, at least 1
   */
  public long smallestInterval(int capacity) {
    // BEGIN SOLUTION
    // Dinkelbach's method for the largest of many fractions: it never goes too far, and
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
   * What the worst stretch of packets asks for: the one at whose end the program is late
   * by the most. It is more than the interval if, and only if, that is too much.
   */
  private long askedFor(long interval, int capacity) {
    long late = 0;
    long sum = 0;
    long packets = 0;
    long latest = 0;
    long sumThen = 0;
    long packetsThen = 0;
    for (long service : takes) {
      if (late <= 0) { // Up to date. Nobody can save up the time that was left over.
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
    long intervals = packetsThen + capacity; // In so many, the stretch must be done.
    return (sumThen + intervals - 1) / intervals;
  }
  // END SOLUTION
}
