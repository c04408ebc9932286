package exercise;

import java.util.List;
import java.util.function.LongBinaryOperator;

/** As the hint has it: from stretch to stretch, by Lindley's recursion. */
public final class Backlog {
  private static final LongBinaryOperator UP = (sum, by) -> (sum + by - 1) / by;

  private final long[] service;

  public Backlog(long[] serviceNs) {
    this(serviceNs, List.of());
  }

  private Backlog(long[] serviceNs, List<String> notes) {
    service = new long[serviceNs.length];
    for (int i = 0; i < service.length; i++) {
      service[i] = serviceNs[i];
    }
    notes.forEach(System.out::println);
  }

  public long lost(int capacity, long interval) {
    long lost = 0;
    long waiting = 0;
    long toNext = interval; // from the begin of the packet in hand to the next tick
    for (long time : service) {
      if (time > toNext) {
        long ticks = 1 + (time - toNext - 1) / interval;
        long room = capacity - waiting;
        waiting += Math.min(ticks, room);
        lost += Math.max(0, ticks - room);
        toNext += ticks * interval;
      }
      toNext -= time;
      if (waiting == 0) {
        toNext = interval;
      } else {
        waiting--;
      }
    }
    return lost;
  }

  public long smallestInterval(int capacity) {
    long interval = 1;
    while (true) {
      long late = 0;
      long sum = 0;
      long count = 0;
      long most = 0;
      long asked = interval;
      for (long time : service) {
        if (late <= 0) {
          late = sum = count = 0;
        }
        sum += time;
        count++;
        late += time - interval;
        if (late > most) {
          most = late;
          asked = Math.max(interval, UP.applyAsLong(sum, count + capacity));
        }
      }
      if (asked == interval) {
        return interval;
      }
      interval = asked;
    }
  }
}
