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
  // BEGIN SOLUTION
  // A slot begins with a header of two numbers: in the same line of the cache as the
  // bytes that are used next, and nothing in the heap.
  private static final int GENERATION = 0;
  private static final int NEXT = 4;
  private static final int HEADER_BYTES = 8;

  // What NEXT says when it is not the number of the next free slot.
  private static final int LAST = -1;
  private static final int IN_USE = -2;

  private final ByteBuffer memory;
  private final int slots;
  private final int slotBytes;
  private final int stride; // whole words, so that every slot begins at one
  private int firstFree = LAST;
  // END SOLUTION

  /**
   * Takes all memory; all slots are free, and slot 0 is acquired first, then 1, and on.
   *
   * @param slots how many, 1 or more
   * @param slotBytes how many bytes each of them has, 8 or more
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
   * Gives out the slot that was released last, with all bytes zero.
   *
   * @return its handle; {@link Code#NONE} when all are in use
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
   * Makes the slot free again.
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
   * Writes eight bytes, the most significant one first.
   *
   * @param offset where in the slot, in bytes; it need not be a multiple of anything
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
   * Reads eight bytes, the most significant one first.
   *
   * @param offset where in the slot, in bytes; it need not be a multiple of anything
   * @param otherwise what to return where a write would be refused
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
    // Not offset + 8 <= slotBytes: of a large offset that sum is negative.
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
