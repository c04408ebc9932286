package exercise;

import java.nio.ByteBuffer;

/**
 * Slots of equal length in one direct buffer. Whoever has a slot knows it by a handle: in
 * the lower half the slot's number, from 0; in the upper half its generation, which is
 * how often the slot has been acquired, this time included. So an old handle does not fit
 * a slot that somebody else has got. Nothing is allocated after the construction, and no
 * handle or offset makes it throw. For one thread.
 */
public final class OffHeapSlab {
  // Your code here.

  /**
   * Takes all memory; all slots are free, and slot 0 is acquired first, then 1, and on.
   *
   * @param slots how many, 1 or more
   * @param slotBytes how many bytes each of them has, 8 or more
   */
  public OffHeapSlab(int slots, int slotBytes) {
    // Your code here.
  }

  /**
   * Gives out the slot that was released last, with all bytes zero.
   *
   * @return its handle; {@link Code#NONE} when all are in use
   */
  public long acquire() {
    // Your code here.
    return Code.NONE;
  }

  /**
   * Makes the slot free again.
   *
   * @return {@link Code#DONE}; or {@link Code#STALE} or {@link Code#FOREIGN}, and nothing
   *     is done
   */
  public int release(long handle) {
    // Your code here.
    return Code.FOREIGN;
  }

  /**
   * Writes eight bytes, the most significant one first.
   *
   * @param offset where in the slot, in bytes; it need not be a multiple of anything
   * @return {@link Code#DONE}; or {@link Code#STALE}, {@link Code#FOREIGN} or
   *     {@link Code#OUTSIDE}, and nothing is written
   */
  public int write(long handle, int offset, long value) {
    // Your code here.
    return Code.FOREIGN;
  }

  /**
   * Reads eight bytes, the most significant one first.
   *
   * @param offset where in the slot, in bytes; it need not be a multiple of anything
   * @param otherwise what to return where a write would be refused
   */
  public long read(long handle, int offset, long otherwise) {
    // Your code here.
    return otherwise;
  }

  // Your code here.
}
