package exercise;

import java.util.Arrays;
import java.util.stream.LongStream;

/** The search by halving; when packets are done is known without any clock. */
public final class Backlog {
  private final long[] takes;
  private final long total;

  public Backlog(long[] serviceNs) {
    takes = Arrays.copyOf(serviceNs, serviceNs.length);
    total = LongStream.of(takes).sum();
  }

  public long lost(int capacity, long interval) {
    long lost = 0;
    long now = 0; // when the program takes up the packet in hand
    long next = interval; // the first tick that is not dealt with yet
    long waiting = 0;
    for (int i = 0; i < takes.length; i++) {
      long done = now + takes[i];
      // Ticks strictly before it is done come while it works.
      long ticks = next < done ? (done - 1 - next) / interval + 1 : 0;
      next += ticks * interval;
      long accepted = Math.min(ticks, capacity - waiting);
      lost += ticks - accepted;
      waiting += accepted;
      if (waiting > 0) {
        waiting--;
        now = done;
      } else {
        now = next;
        next += interval;
      }
    }
    return lost;
  }

  public long smallestInterval(int capacity) {
    long low = 1;
    long high = total;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (lost(capacity, middle) == 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
