package exercise;

/**
 * Looks at each stretch of packets, but at none of more than 2,000: a slow phase that
 * lasts longer isn't seen as a whole.
 */
public final class Backlog {
  private static final int NEARBY = 2_000;

  private final long[] takes;

  /** Takes the times of one run, each at least 1. The array remains the caller's. */
  public Backlog(long[] serviceNs) {
    takes = serviceNs.clone();
  }

  /** Returns how many ticks are lost until the program has finished the last packet. */
  public long lost(int capacity, long interval) {
    long lost = 0;
    long waiting = 0;
    long untilTick = interval; // From the start of a packet.
    for (long service : takes) {
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
        untilTick = interval;
      }
    }
    return lost;
  }

  /** Returns the smallest whole interval, from 1, at which no tick is lost; nearly. */
  public long smallestInterval(int capacity) {
    long interval = 1;
    for (int begin = 0; begin < takes.length; begin++) {
      int end = Math.min(takes.length, begin + NEARBY);
      long sum = 0;
      for (int n = begin; n < end; n++) {
        sum += takes[n];
        long intervals = n - begin + 1 + capacity;
        if (sum > interval * intervals) {
          interval = (sum + intervals - 1) / intervals;
        }
      }
    }
    return interval;
  }
}
