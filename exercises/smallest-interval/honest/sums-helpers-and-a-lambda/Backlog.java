package exercise;

import java.util.function.LongBinaryOperator;

/** Keeps the times' sums as well, and puts what it calculates into classes of their own. */
public final class Backlog {
  private static final class Ticks {
    static long before(long service, long untilTick, long interval) {
      return service > untilTick ? (service - untilTick - 1) / interval + 1 : 0;
    }
  }

  private static final class Lateness {
    static long of(long[] until, int from, int to, long interval) {
      return until[to] - until[from] - (to - from) * interval;
    }
  }

  private final long[] takes;
  private final long[] until;

  public Backlog(long[] serviceNs) {
    takes = serviceNs.clone();
    until = new long[takes.length + 1];
    for (int i = 0; i < takes.length; i++) {
      until[i + 1] = until[i] + takes[i];
    }
  }

  public long lost(int capacity, long interval) {
    long lost = 0;
    long waiting = 0;
    long untilTick = interval;
    for (long service : takes) {
      long come = Ticks.before(service, untilTick, interval);
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

  public long smallestInterval(int capacity) {
    LongBinaryOperator up = (sum, by) -> (sum + by - 1) / by; // captures nothing
    long interval = 1;
    while (true) {
      int first = 0;
      int from = 0;
      int to = 0;
      long latest = 0;
      for (int last = 1; last < until.length; last++) {
        long late = Lateness.of(until, first, last, interval);
        if (late > latest) {
          latest = late;
          from = first;
          to = last;
        }
        if (late <= 0) {
          first = last;
        }
      }
      long asked = up.applyAsLong(until[to] - until[from], to - from + (long) capacity);
      if (asked <= interval) {
        return interval;
      }
      interval = asked;
    }
  }
}
