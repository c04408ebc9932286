package allocpool.queues;

import java.util.function.IntUnaryOperator;

/**
 * A ring's layout in memory, as offsets in bytes from its start. Immutable.
 *
 * <p>There are two 32-bit indices, which count numbers and wrap: the <b>tail</b> counts
 * those written, the <b>head</b> those taken. The n-th number, counted from 0, is in the
 * slot whose index is the lowest bits of n.
 */
final class RingLayout {
  private static final int LINE = 128;
  private static final int MAX_SLOTS = 1 << 28;

  final int head;
  final int tail;
  final int slots;
  final int mask;

  private RingLayout(int head, int tail, int slots, int mask) {
    this.head = head;
    this.tail = tail;
    this.slots = slots;
    this.mask = mask;
  }

  /** Returns the library's layout, from its answers in the order of c_api.h. */
  static RingLayout of(IntUnaryOperator offset) {
    return new RingLayout(
        offset.applyAsInt(0), offset.applyAsInt(1), offset.applyAsInt(2),
        offset.applyAsInt(3));
  }

  /**
   * Returns our own layout: each index, and the slots, on cache lines of their own.
   *
   * @param capacity the number of ticks that must fit, 1 to 2^28
   * @throws IllegalArgumentException if it is out of that range
   */
  static RingLayout ofCapacity(int capacity) {
    if (capacity < 1 || capacity > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "queue: capacity " + capacity + " is not in 1 to " + MAX_SLOTS);
    }
    int mask = capacity == 1 ? 0 : (Integer.highestOneBit(capacity - 1) << 1) - 1;
    return new RingLayout(LINE, 2 * LINE, 3 * LINE, mask);
  }

  /** Returns the offset of the number with this index. */
  int slot(int index) {
    return slots + (index & mask) * Integer.BYTES;
  }

  /** Returns how many numbers, from this index on, are contiguous. */
  int untilWrap(int index) {
    return mask + 1 - (index & mask);
  }

  /** Returns the size in bytes of a ring with our own layout. */
  long bytes() {
    return slots + (mask + 1L) * Integer.BYTES + LINE;
  }
}
