package exercise;

import java.nio.ByteBuffer;

/**
 * Slots of equal length in one direct buffer. Callers refer to a slot by a handle: its
 * lower half is the slot's number, from 0; its upper half is the generation, which is how
 * often the slot has been acquired, including this time. So an old handle doesn't match a
 * slot that has been acquired again. Nothing is allocated after construction, and no
 * handle or offset makes it throw. For one thread.
 */
public final class OffHeapSlab {
  // Your code here.

  /**
   * Allocates all memory. All slots are free: 0 is acquired first, then 1, and so on.
   *
   * @param slots how many, 1 or more
   * @param slotBytes the number of bytes in each of them, 8 or more
   */
  public OffHeapSlab(int slots, int slotBytes) {
    // Your code here.
  }

  /**
   * Acquires the slot that was released last, with all bytes zero.
   *
   * @return its handle; {@link Code#NONE} if all are in use
   */
  public long acquire() {
    // Your code here.
    return Code.NONE;
  }

  /**
   * Frees the slot.
   *
   * @return {@link Code#DONE}; or {@link Code#STALE} or {@link Code#FOREIGN}, and nothing
   *     is done
   */
  public int release(long handle) {
    // Your code here.
    return Code.FOREIGN;
  }

  /**
   * Writes eight bytes in big-endian order.
   *
   * @param offset from the slot's beginning, in bytes; it needn't be aligned
   * @return {@link Code#DONE}; or {@link Code#STALE}, {@link Code#FOREIGN} or
   *     {@link Code#OUTSIDE}, and nothing is written
   */
  public int write(long handle, int offset, long value) {
    // Your code here.
    return Code.FOREIGN;
  }

  /**
   * Reads eight bytes in big-endian order.
   *
   * @param offset from the slot's beginning, in bytes; it needn't be aligned
   * @param otherwise what to return if a write would be rejected
   */
  public long read(long handle, int offset, long otherwise) {
    // Your code here.
    return otherwise;
  }

  // Your code here.
}
