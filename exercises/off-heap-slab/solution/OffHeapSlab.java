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
  // BEGIN SOLUTION
  // A slot begins with a header of two numbers, which are in the same cache line as the
  // bytes that are used next. Nothing is in the heap.
  private static final int GENERATION = 0;
  private static final int NEXT = 4;
  private static final int HEADER_BYTES = 8;

  // Values of NEXT that aren't the number of the next free slot.
  private static final int LAST = -1;
  private static final int IN_USE = -2;

  private final ByteBuffer memory;
  private final int slots;
  private final int slotBytes;
  private final int stride; // whole words, so that every slot is aligned
  private int firstFree = LAST;
  // END SOLUTION

  /**
   * Allocates all memory. All slots are free: 0 is acquired first, then 1, and so on.
   *
   * @param slots how many, 1 or more
   * @param slotBytes the number of bytes in each of them, 8 or more
   */
  public OffHeapSlab(int slots, int slotBytes) {
    // BEGIN SOLUTION
    this.slots = slots;
    this.slotBytes = slotBytes;
    stride = HEADER_BYTES + (slotBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    memory = ByteBuffer.allocateDirect(Math.multiplyExact(slots, stride));
    for (int slot = slots - 1; slot >= 0; slot--) {
      link(slot);
    }
    // END SOLUTION
  }

  /**
   * Acquires the slot that was released last, with all bytes zero.
   *
   * @return its handle; {@link Code#NONE} if all are in use
   */
  public long acquire() {
    // BEGIN SOLUTION
    if (firstFree == LAST) {
      return Code.NONE;
    }
    int slot = firstFree;
    int begin = slot * stride;
    int generation = memory.getInt(begin + GENERATION) + 1;
    firstFree = memory.getInt(begin + NEXT);
    memory.putInt(begin + GENERATION, generation);
    memory.putInt(begin + NEXT, IN_USE);
    for (int at = begin + HEADER_BYTES; at < begin + stride; at += Long.BYTES) {
      memory.putLong(at, 0); // The next owner does not see what the last one left.
    }
    return (long) generation << Integer.SIZE | slot;
    // STARTER: return Code.NONE;
    // END SOLUTION
  }

  /**
   * Frees the slot.
   *
   * @return {@link Code#DONE}; or {@link Code#STALE} or {@link Code#FOREIGN}, and nothing
   *     is done
   */
  public int release(long handle) {
    // BEGIN SOLUTION
    int code = check(handle);
    if (code == Code.DONE) {
      link((int) handle);
    }
    return code;
    // STARTER: return Code.FOREIGN;
    // END SOLUTION
  }

  /**
   * Writes eight bytes in big-endian order.
   *
   * @param offset from the slot's beginning, in bytes; it needn't be aligned
   * @return {@link Code#DONE}; or {@link Code#STALE}, {@link Code#FOREIGN} or
   *     {@link Code#OUTSIDE}, and nothing is written
   */
  public int write(long handle, int offset, long value) {
    // BEGIN SOLUTION
    int code = check(handle, offset);
    if (code == Code.DONE) {
      memory.putLong(place(handle, offset), value);
    }
    return code;
    // STARTER: return Code.FOREIGN;
    // END SOLUTION
  }

  /**
   * Reads eight bytes in big-endian order.
   *
   * @param offset from the slot's beginning, in bytes; it needn't be aligned
   * @param otherwise what to return if a write would be rejected
   */
  public long read(long handle, int offset, long otherwise) {
    // BEGIN SOLUTION
    boolean good = check(handle, offset) == Code.DONE;
    return good ? memory.getLong(place(handle, offset)) : otherwise;
    // STARTER: return otherwise;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  private int check(long handle) {
    int slot = (int) handle;
    int generation = (int) (handle >>> Integer.SIZE);
    if (slot < 0 || slot >= slots || generation == 0) {
      return Code.FOREIGN;
    }
    int latest = memory.getInt(slot * stride + GENERATION);
    if (Integer.compareUnsigned(generation, latest) > 0) {
      return Code.FOREIGN; // There will be such a handle, but not yet.
    }
    boolean inUse = memory.getInt(slot * stride + NEXT) == IN_USE;
    return generation == latest && inUse ? Code.DONE : Code.STALE;
  }

  private int check(long handle, int offset) {
    int code = check(handle);
    if (code != Code.DONE) {
      return code;
    }
    // Not offset + 8 <= slotBytes, because that sum overflows if the offset is large.
    return offset >= 0 && offset <= slotBytes - Long.BYTES ? Code.DONE : Code.OUTSIDE;
  }

  private int place(long handle, int offset) {
    return (int) handle * stride + HEADER_BYTES + offset;
  }

  private void link(int slot) {
    memory.putInt(slot * stride + NEXT, firstFree);
    firstFree = slot;
  }
  // END SOLUTION
}
