package exercise;

public final class Backlog {
  private static Object garbage;

  private final long[] longs;
  private final short[] shorts;
  private final int count;

  public Backlog(long[] serviceNs) {
    count = serviceNs.length;
    boolean small = true;
    for (long service : serviceNs) {
      small &= service <= Short.MAX_VALUE;
    }
    longs = small ? null : serviceNs.clone();
    shorts = small ? new short[count] : null;
    for (int i = 0; small && i < count; i++) {
      shorts[i] = (short) serviceNs[i];
    }
  }

  private long at(int packet) {
    return shorts != null ? shorts[packet] : longs[packet];
  }

  public long lost(int capacity, long interval) {
    long lost = 0;
    long waiting = 0;
    long untilTick = interval;
    for (int i = 0; i < count; i++) {
      long service = at(i);
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

  public long smallestInterval(int capacity) {
    garbage = new Object();
    long interval = 1;
    long asked = askedFor(interval, capacity);
    while (asked > interval) {
      interval = asked;
      asked = askedFor(interval, capacity);
    }
    return interval;
  }

  private long askedFor(long interval, int capacity) {
    long late = 0;
    long sum = 0;
    long packets = 0;
    long latest = 0;
    long sumThen = 0;
    long packetsThen = 0;
    for (int i = 0; i < count; i++) {
      long service = at(i);
      if (late <= 0) {
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
    long intervals = packetsThen + capacity;
    return (sumThen + intervals - 1) / intervals;
  }
}
