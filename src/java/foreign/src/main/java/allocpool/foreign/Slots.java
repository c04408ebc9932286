package allocpool.foreign;

import allocpool.workload.Sizes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One memory segment, divided into slots of a packet's length, and the list of free
 * slots. Every free slot begins with the next one's number, so the list needs no object
 * and no other memory; the list is last in, first out.
 *
 * <p>A double release is not checked here, because that would cost a bit per slot: the
 * slot would be in the list twice, and two packets would share it.
 *
 * <p>The arena is confined to the thread that makes the slots. That costs a comparison
 * with the current thread wherever the compiler cannot prove that it was made before, but
 * it allows immediate deallocation: since no other thread can be reading,
 * {@link #close()} frees the memory at once, without asking other threads. Afterwards the
 * segment and all its slices throw an {@link IllegalStateException} when they are used,
 * where a pointer would read foreign memory. Other threads always get a
 * {@link WrongThreadException}.
 */
class Slots implements AutoCloseable {
  private static final ValueLayout.OfInt LINK = ValueLayout.JAVA_INT;
  private static final int NONE = -1;

  // --8<-- [start:arena]
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private final int count;
  private int firstFree = NONE;

  /**
   * Allocates memory, and touches all of it. The JVM's limit for direct buffers doesn't
   * apply here, only the system's.
   *
   * @param count the number of slots, at least 1
   * @throws IllegalStateException if the system refuses
   */
  Slots(int count) {
    this.count = count;
    memory = allocate(arena, count);
    for (int slot = count - 1; slot >= 0; slot--) {
      link(slot);
    }
  }

  private static MemorySegment allocate(Arena arena, int count) {
    long bytes = begin(count);
    try {
      return arena.allocate(bytes, LINK.byteAlignment());
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(String.format(
          "out of native memory (%s): %d packets of %d bytes need %d MB outside of the"
              + " heap",
          e.getMessage(), count, Sizes.PACKET_BYTES, (bytes + (1L << 20) - 1) >> 20), e);
    }
  }
  // --8<-- [end:arena]

  private static long begin(int slot) {
    return (long) slot * Sizes.PACKET_BYTES;
  }

  /**
   * Takes a free slot.
   *
   * @return its number
   * @throws IllegalStateException if none is free
   */
  int take() {
    int slot = firstFree;
    if (slot == NONE) {
      throw new IllegalStateException("no slot for another packet: all " + count
          + " are in use");
    }
    firstFree = memory.get(LINK, begin(slot));
    return slot;
  }

  /**
   * Gives a slot back.
   *
   * @param slot one that was taken, and has not been given back since
   */
  void giveBack(int slot) {
    link(slot);
  }

  private void link(int slot) {
    memory.set(LINK, begin(slot), firstFree);
    firstFree = slot;
  }

  /**
   * Makes a view of a slot's bytes.
   *
   * @param slot its number
   * @return a new, writable segment; its first bytes may hold a link
   */
  // --8<-- [start:slice]
  MemorySegment slice(int slot) {
    return memory.asSlice(begin(slot), Sizes.PACKET_BYTES);
  }

  /** Frees the memory. */
  @Override
  public void close() {
    arena.close();
  }
  // --8<-- [end:slice]
}
