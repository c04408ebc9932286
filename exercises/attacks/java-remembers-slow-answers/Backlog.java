package exercise;

/** Examines every stretch, which takes seconds, but only once for each capacity. */
public final class Backlog {
  private static final int ANSWERS = 16;

  private final long[] takes;
  private final int[] capacities = new int[ANSWERS];
  private final long[] intervals = new long[ANSWERS];
  private int answers;

  /** Takes the times of one run. */
  public Backlog(long[] serviceNs) {
    takes = serviceNs.clone();
  }

  /** How many ticks are lost until the program has done with the last packet. */
  public long lost(int capacity, long interval) {
    long lost = 0;
    long waiting = 0;
    long untilTick = interval;
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

  /** The smallest whole interval, from 1, at which no tick is lost. */
  public long smallestInterval(int capacity) {
    for (int known = 0; known < ANSWERS; known++) {
      if (capacities[known] == capacity) {
        return intervals[known];
      }
    }
    long interval = ofAllStretches(capacity);
    int place = answers++ % ANSWERS;
    capacities[place] = capacity;
    intervals[place] = interval;
    return interval;
  }

  /** Sum and length of each stretch, one by one. */
  private long ofAllStretches(int capacity) {
    long[] times = takes;
    long interval = 1;
    for (int first = 0; first < times.length; first++) {
      long late = -interval * capacity;
      for (int last = first; last < times.length; last++) {
        late += times[last] - interval;
        if (late > 0) {
          long packets = last - first + 1L + capacity;
          long sum = late + interval * packets;
          interval = (sum + packets - 1) / packets;
          late = sum - interval * packets;
        }
      }
    }
    return interval;
  }
}
