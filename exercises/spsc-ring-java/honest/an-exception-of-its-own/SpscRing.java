package exercise;

/** Two volatile counts, and a nested exception for a wrong capacity. */
public final class SpscRing {
  public static final long EMPTY = -1;

  static final class BadCapacity extends IllegalArgumentException {
    private final int capacity;

    BadCapacity(int capacity) {
      super("capacity " + capacity);
      this.capacity = capacity;
    }

    int capacity() {
      return capacity;
    }
  }

  private final long[] slots;
  private volatile long head;
  private volatile long tail;

  public SpscRing(int capacity) {
    if (Integer.bitCount(capacity) != 1) {
      throw new BadCapacity(capacity);
    }
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    final long t = tail;
    if (t - head >= slots.length) return false;
    slots[(int) (t % slots.length)] = number;
    tail = t + 1;
    return true;
  }

  public long tryPop() {
    final long h = head;
    if (h == tail) return EMPTY;
    final long number = slots[(int) (h % slots.length)];
    head = h + 1;
    return number;
  }
}
