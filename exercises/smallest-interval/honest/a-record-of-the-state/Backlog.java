package exercise;

/** Plays it through with a count of ticks; the search doubles before it halves. */
public final class Backlog {
  private final long[] times;

  public Backlog(long[] serviceNs) {
    times = serviceNs.clone();
  }

  public long lost(int capacity, long interval) {
    long begin = 0, seen = 1, lost = 0, queue = 0;
    for (long time : times) {
      final long end = begin + time;
      final long upTo = (end - 1) / interval + 1; // ticks at 0, d, ... before the end
      if (upTo > seen) {
        final long came = upTo - seen;
        seen = upTo;
        final long stay = Math.min(came, capacity - queue);
        queue += stay;
        lost += came - stay;
      }
      if (queue == 0) {
        begin = seen * interval;
        seen++;
      } else {
        queue--;
        begin = end;
      }
    }
    return lost;
  }

  private boolean suffices(int capacity, long interval) {
    return lost(capacity, interval) == 0;
  }

  public long smallestInterval(int capacity) {
    long enough = 1;
    while (!suffices(capacity, enough)) {
      enough *= 2;
    }
    long tooFew = enough / 2;
    while (enough - tooFew > 1) {
      long between = (enough + tooFew) >>> 1;
      if (suffices(capacity, between)) {
        enough = between;
      } else {
        tooFew = between;
      }
    }
    return enough;
  }
}
