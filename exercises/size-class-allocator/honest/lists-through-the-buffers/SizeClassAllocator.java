package exercise;

import java.nio.ByteOrder;

/** A kept buffer's owner is the one below it; its mark says in which round it came. */
public final class SizeClassAllocator {
  private static final Object BOTTOM = new Object();

  private final int smallest, largest, bound;
  private final Object[] tops = new Object[31];
  private final long[] kept = new long[31];
  private int round = 1;

  public SizeClassAllocator(int smallest, int largest, int bound) {
    this.smallest = smallest;
    this.largest = largest;
    this.bound = bound;
    java.util.Arrays.fill(tops, BOTTOM);
  }

  public Buffer allocate(int size) {
    Buffer buffer;
    if (size <= 0) return null;
    if (size > largest) {
      buffer = new Buffer(size);
    } else {
      int capacity = smallest;
      while (capacity < size) capacity <<= 1;
      int c = Integer.numberOfTrailingZeros(capacity);
      if (tops[c] == BOTTOM) {
        buffer = new Buffer(capacity);
      } else {
        buffer = (Buffer) tops[c];
        tops[c] = buffer.owner;
        kept[c] -= capacity;
      }
    }
    buffer.owner = this;
    buffer.mark = 0;
    buffer.bytes.rewind();
    buffer.bytes.limit(size);
    buffer.bytes.order(ByteOrder.BIG_ENDIAN);
    return buffer;
  }

  public boolean release(Buffer buffer) {
    if (buffer == null || buffer.owner != this) return false;
    buffer.owner = null;
    int capacity = buffer.bytes.capacity();
    if (capacity > largest) return true;
    int c = Integer.numberOfTrailingZeros(capacity);
    if (kept[c] + capacity > bound) return true;
    buffer.owner = tops[c];
    buffer.mark = round;
    tops[c] = buffer;
    kept[c] += capacity;
    return true;
  }

  public long retained() {
    long sum = 0;
    for (long bytes : kept) sum += bytes;
    return sum;
  }

  public long trim() {
    long gone = 0;
    for (int c = 0; c < tops.length; c++) {
      Buffer above = null;
      Object at = tops[c];
      while (at instanceof Buffer buffer && buffer.mark == round) {
        above = buffer;
        at = buffer.owner;
      }
      for (Object old = at; old instanceof Buffer buffer; ) {
        old = buffer.owner;
        buffer.owner = null;
        gone += buffer.bytes.capacity();
        kept[c] -= buffer.bytes.capacity();
      }
      if (above == null) tops[c] = BOTTOM;
      else above.owner = BOTTOM;
    }
    round++;
    return gone;
  }
}
