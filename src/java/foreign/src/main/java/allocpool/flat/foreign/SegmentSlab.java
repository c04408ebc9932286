package allocpool.flat.foreign;

import allocpool.flat.Header;
import allocpool.flat.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A slab in one memory segment, using Java 25. The arena is confined to the thread that
 * makes it: other threads get a {@link WrongThreadException}, and every access after
 * closing gets an {@link IllegalStateException}.
 *
 * <p>Each access is checked three times: that this thread may make it, that the memory is
 * still alive, and that its offset is in bounds. Nothing in the loop changes the arena or
 * the thread, so without a call in it the compiler can do the first two once for many
 * steps. The third must remain, since a handle can be any number. But it checks that the
 * whole slot is in bounds, because the accesses are to a slot's members, as defined by
 * its layout. That is the same check for each of them, and the compiler does it once.
 *
 * <p>The layouts require no alignment, which would be a fourth check.
 */
final class SegmentSlab extends Slab {
  // --8<-- [start:layout]
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final MemoryLayout SLOT = MemoryLayout.structLayout(
      WORD.withName("addresses"),
      WORD.withName("ports"),
      WORD.withName("lengths"),
      WORD.withName("first"), // of the packet, like the next two
      WORD.withName("second"),
      WORD.withName("third"),
      MemoryLayout.paddingLayout(STRIDE - 6 * WORD.byteSize()));

  // Each takes a segment, and the offset of a slot in it.
  private static final VarHandle ADDRESSES_OF = member("addresses");
  private static final VarHandle PORTS_OF = member("ports");
  private static final VarHandle LENGTHS_OF = member("lengths");
  private static final VarHandle FIRST_OF = member("first");
  private static final VarHandle SECOND_OF = member("second");
  private static final VarHandle THIRD_OF = member("third");
  // --8<-- [end:layout]

  private final Arena arena;
  private final MemorySegment memory;
  private final Optional<String> whySmallPages;

  SegmentSlab(Arena arena, MemorySegment memory, Optional<String> whySmallPages) {
    this.arena = arena;
    this.memory = memory;
    this.whySmallPages = whySmallPages;
  }

  // --8<-- [start:member]
  private static VarHandle member(String name) {
    VarHandle handle = SLOT.varHandle(PathElement.groupElement(name));
    return handle.withInvokeExactBehavior(); // wrong types throw instead of being slow
  }
  // --8<-- [end:member]

  /**
   * Allocates memory, and touches all of it. The virtual machine's limit for direct
   * buffers does not apply here, only the system's.
   *
   * @param slots the number of slots, at least 1
   * @param hugePages whether to try huge pages
   * @return a slab that belongs to the current thread
   * @throws IllegalStateException if the system refuses memory
   */
  static Slab allocate(int slots, boolean hugePages) {
    long pages = Math.ceilDiv((long) slots * STRIDE, HugePages.BYTES);
    Arena arena = Arena.ofConfined();
    MemorySegment memory;
    try {
      memory = arena.allocate(pages * HugePages.BYTES, HugePages.BYTES);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(String.format(
          "out of native memory (%s): %d slots of %d bytes need %d MB outside of the"
              + " heap",
          e.getMessage(), slots, STRIDE, pages * HugePages.BYTES >> 20), e);
    }
    Optional<String> whySmallPages = hugePages ? HugePages.use(memory) : Optional.empty();
    return new SegmentSlab(arena, memory, whySmallPages);
  }

  private static long begin(int handle) {
    return (long) handle * STRIDE;
  }

  // --8<-- [start:accesses]
  @Override
  protected void fill(int handle, long r) {
    long slot = begin(handle);
    FIRST_OF.set(memory, slot, Header.first(r));
    SECOND_OF.set(memory, slot, Header.second(r));
    THIRD_OF.set(memory, slot, Header.third(r));
  }

  @Override
  protected int parse(int handle) {
    long slot = begin(handle);
    long first = (long) FIRST_OF.get(memory, slot);
    long second = (long) SECOND_OF.get(memory, slot);
    long third = (long) THIRD_OF.get(memory, slot);
    int length = Header.length(first);
    long ports = length == Header.BYTES
        ? third
        : Header.portsIn(word(handle, PACKET + length / 8), length);
    ADDRESSES_OF.set(memory, slot, Header.addresses(second, third));
    PORTS_OF.set(memory, slot, Header.ports(first, second, ports));
    LENGTHS_OF.set(memory, slot, Header.lengths(first));
    return Header.protocol(second);
  }
  // --8<-- [end:accesses]

  @Override
  protected long touch(int[] handles, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += (long) FIRST_OF.get(memory, begin(handles[i]));
    }
    return sum;
  }

  @Override
  protected long word(int handle, int index) {
    return memory.get(WORD, begin(handle) + index * WORD.byteSize());
  }

  @Override
  protected Optional<String> whySmallPages() {
    return whySmallPages;
  }

  /** Frees the memory at once. */
  @Override
  public void close() {
    arena.close();
  }
}
