package exercise;

import java.nio.ByteOrder;

/**
 * Lends buffers, and keeps those that come back, to lend them again. The capacities of
 * kept buffers are powers of two, the size classes, from a smallest to a largest one. For
 * one thread.
 */
public final class SizeClassAllocator {
  // BEGIN SOLUTION
  private static final int FREE = 0; // kept, or dropped
  private static final int LENT = 1;

  private final int smallest;
  private final int largest;
  private final Buffer[][] stacks; // one for each class, with room up to the bound
  private final int[] count;
  private final int[] lowest; // each count's minimum since the last trim
  // END SOLUTION

  /**
   * Makes an allocator that keeps nothing yet.
   *
   * @param smallest capacity of the smallest class in bytes, a power of two
   * @param largest capacity of the largest class in bytes, a power of two, not less
   * @param bound the most bytes that are kept in each class, 0 or more
   */
  public SizeClassAllocator(int smallest, int largest, int bound) {
    // BEGIN SOLUTION
    this.smallest = smallest;
    this.largest = largest;
    int classes = classOf(largest) + 1;
    stacks = new Buffer[classes][];
    for (int each = 0; each < classes; each++) {
      stacks[each] = new Buffer[bound / capacity(each)];
    }
    count = new int[classes];
    lowest = new int[classes];
    // END SOLUTION
  }

  /**
   * Lends a buffer: the one in its class that was released last, or else a new one.
   *
   * @param size in bytes, any number
   * @return a buffer whose position is 0, whose limit is the size, and whose byte order
   *     is big-endian; null if the size is zero or negative
   */
  public Buffer allocate(int size) {
    // BEGIN SOLUTION
    if (size <= 0) {
      return null;
    }
    if (size > largest) {
      return lend(make(size), size);
    }
    int mine = classOf(size);
    if (count[mine] == 0) {
      return lend(make(capacity(mine)), size);
    }
    int top = --count[mine];
    lowest[mine] = Math.min(lowest[mine], top);
    Buffer buffer = stacks[mine][top];
    stacks[mine][top] = null; // From now on only its borrower keeps it alive.
    return lend(buffer, size);
    // STARTER: return null;
    // END SOLUTION
  }

  /**
   * Takes back a buffer, and keeps it if there is room in its class.
   *
   * @return false, and nothing is done, if this allocator hasn't lent it, or not since
   *     its last release
   */
  public boolean release(Buffer buffer) {
    // BEGIN SOLUTION
    if (buffer == null || buffer.owner != this || buffer.mark != LENT) {
      return false;
    }
    buffer.mark = FREE;
    int capacity = buffer.bytes.capacity();
    if (capacity <= largest) {
      int its = classOf(capacity);
      if (count[its] < stacks[its].length) {
        stacks[its][count[its]++] = buffer;
      }
    }
    return true;
    // STARTER: return false;
    // END SOLUTION
  }

  /** The number of bytes kept, in all classes. */
  public long retained() {
    // BEGIN SOLUTION
    long bytes = 0;
    for (int each = 0; each < count.length; each++) {
      bytes += (long) count[each] * capacity(each);
    }
    return bytes;
    // STARTER: return 0;
    // END SOLUTION
  }

  /**
   * Drops each buffer that was kept at the last call of this method and hasn't been lent
   * since, because it isn't needed.
   *
   * @return the number of bytes dropped
   */
  public long trim() {
    // BEGIN SOLUTION
    long before = retained();
    for (int each = 0; each < count.length; each++) {
      // All changes happened above the lowest count: the buffers below haven't moved.
      Buffer[] stack = stacks[each];
      int kept = count[each] - lowest[each];
      System.arraycopy(stack, lowest[each], stack, 0, kept);
      for (int place = kept; place < count[each]; place++) {
        stack[place] = null;
      }
      count[each] = kept;
      lowest[each] = kept;
    }
    return before - retained();
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  /** The class of a size from 1 to the largest: that of the next power of two. */
  private int classOf(int size) {
    int least = Math.max(size, smallest);
    int exponent = Integer.SIZE - Integer.numberOfLeadingZeros(least - 1);
    return exponent - Integer.numberOfTrailingZeros(smallest);
  }

  private int capacity(int sizeClass) {
    return smallest << sizeClass;
  }

  private Buffer make(int capacity) {
    Buffer buffer = new Buffer(capacity);
    buffer.owner = this;
    return buffer;
  }

  private static Buffer lend(Buffer buffer, int size) {
    buffer.mark = LENT;
    buffer.bytes.clear().limit(size).order(ByteOrder.BIG_ENDIAN);
    return buffer;
  }
  // END SOLUTION
}
