package allocpool.nativebuffer;

import allocpool.workload.Sizes;
import java.nio.ByteBuffer;

/**
 * One direct buffer, divided into slots of a packet's length, and the list of free slots.
 * Not thread-safe.
 *
 * <p>Every free slot begins with the next one's number, so the list needs no object and
 * no other memory: a free slot's bytes are unused anyway. The list is last in, first out,
 * so the next header goes to a line that is in the cache already, because the link was
 * written there.
 *
 * <p>A double release is not checked here, because that would cost a bit per slot: the
 * slot would be in the list twice, and two packets would share it.
 */
class Slots {
  private static final int NONE = -1;

  private final ByteBuffer memory;
  private final int count;
  private int firstFree = NONE;

  /**
   * Allocates memory, and touches all of it.
   *
   * @param count the number of slots, 1 to 2,097,151
   * @throws IllegalStateException if the virtual machine's limit of direct memory is too
   *     low
   */
  // --8<-- [start:allocate]
  Slots(int count) {
    this.count = count;
    memory = allocate(count);
    for (int slot = count - 1; slot >= 0; slot--) {
      link(slot);
    }
  }

  private static ByteBuffer allocate(int count) {
    int bytes = Math.multiplyExact(count, Sizes.PACKET_BYTES);
    try {
      return ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(String.format(
          "out of direct memory (%s): %d packets of %d bytes need %d MB outside of the"
              + " heap; allow them by -XX:MaxDirectMemorySize",
          e.getMessage(), count, Sizes.PACKET_BYTES, (bytes + (1L << 20) - 1) >> 20), e);
    }
  }
  // --8<-- [end:allocate]

  /**
   * Takes a free slot.
   *
   * @return its number
   * @throws IllegalStateException if none is free
   */
  // --8<-- [start:free-list]
  int take() {
    int slot = firstFree;
    if (slot == NONE) {
      throw new IllegalStateException("no slot for another packet: all " + count
          + " are in use");
    }
    firstFree = memory.getInt(slot * Sizes.PACKET_BYTES);
    return slot;
  }

  /**
   * Gives a slot back.
   *
   * @param slot one that was taken and has not been given back since
   */
  void giveBack(int slot) {
    link(slot);
  }

  private void link(int slot) {
    memory.putInt(slot * Sizes.PACKET_BYTES, firstFree);
    firstFree = slot;
  }
  // --8<-- [end:free-list]

  /**
   * Makes a view of a slot's bytes.
   *
   * @param slot its number
   * @return a new, writable, big-endian buffer; its first bytes may hold a link
   */
  // --8<-- [start:slice]
  ByteBuffer slice(int slot) {
    int begin = slot * Sizes.PACKET_BYTES;
    memory.limit(begin + Sizes.PACKET_BYTES).position(begin);
    ByteBuffer slice = memory.slice();
    memory.clear(); // Resets position and limit, but no bytes.
    return slice;
  }
  // --8<-- [end:slice]
}
