package exercise;

/** As one would have written it with Java 5. */
public final class SpscRing {
  public static final long EMPTY = -1;

  private final long[] ring;
  private volatile long written;
  private volatile long read;

  public SpscRing(int capacity) {
    ring = new long[capacity];
  }

  public boolean tryPush(long number) {
    final long place = written;
    if (place - read == ring.length) {
      return false;
    }
    ring[(int) (place % ring.length)] = number;
    written = place + 1;
    return true;
  }

  public long tryPop() {
    final long place = read;
    if (place == written) {
      return EMPTY;
    }
    final long number = ring[(int) (place % ring.length)];
    read = place + 1;
    return number;
  }
}
