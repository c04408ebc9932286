package allocpool.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The regions' source of memory: the course's question, asked once per batch. */
@FunctionalInterface
interface RegionMemory {
  /**
   * Returns a region's memory.
   *
   * @param arena the arena that determines the segment's lifetime
   * @return {@link Region#BYTES} bytes that no other open region has
   * @throws IllegalStateException if the system refuses
   */
  MemorySegment of(Arena arena);

  // --8<-- [start:memory]
  /** Allocates new memory, which the arena zeroes, and frees when it is closed. */
  static RegionMemory allocated() {
    return arena -> allocate(arena, Region.PACKETS);
  }

  /**
   * Reuses memory for regions in turn. The arena frees none of it, because a
   * reinterpreted segment has the same bytes but another lifetime. It's up to us to keep
   * the bytes alive as long as this arena, which is why the method is restricted.
   *
   * @param life all memory is freed with this arena
   * @param regions the most that are open at a time; they are closed in order
   */
  @SuppressWarnings("restricted") // The promise is kept by the check, and by close().
  static RegionMemory pooled(Arena life, int regions) {
    MemorySegment all = allocate(life, regions * Region.PACKETS);
    long[] next = {0};
    return arena -> {
      if (!life.scope().isAlive()) {
        throw new IllegalStateException("the memory of all regions is freed");
      }
      long at = next[0];
      next[0] = at + Region.BYTES == all.byteSize() ? 0 : at + Region.BYTES;
      return all.asSlice(at, Region.BYTES).reinterpret(arena, null);
    };
  }
  // --8<-- [end:memory]

  /**
   * Allocates zeroed slots.
   *
   * @param arena the arena that determines their lifetime
   * @param slots the number of slots
   * @throws IllegalStateException if the system refuses
   */
  static MemorySegment allocate(Arena arena, int slots) {
    try {
      return arena.allocate(slots * Slot.BYTES, Slot.LINE);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(String.format(
          "out of native memory (%s): %d packets of %d bytes need %d MB outside of the"
              + " heap",
          e.getMessage(), slots, Slot.BYTES, (slots * Slot.BYTES >> 20) + 1), e);
    }
  }
}
