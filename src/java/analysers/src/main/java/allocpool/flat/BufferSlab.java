package allocpool.flat;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Optional;

/**
 * A slab in one direct buffer, using only Java 11.
 *
 * <p>Every access compares its index with the buffer's limit. Java 11 offers no way
 * around that: a handle can be any number, so the compiler knows only what it has
 * compared. We view the buffer as 64-bit words, with one comparison each. A byte buffer
 * needs two in Java 11, because a number could be partly inside, and looks up its byte
 * order every time, while a long buffer's class determines it.
 *
 * <p>A direct buffer has two limitations: only the garbage collector can free it, and the
 * system cannot be advised to back it with huge pages, because Java does not expose that
 * call.
 */
final class BufferSlab extends Slab {
  private static final LongBuffer CLOSED = ByteBuffer.allocateDirect(0).asLongBuffer();

  private LongBuffer memory;

  /**
   * Makes a slab of existing memory.
   *
   * @param bytes a direct big-endian buffer, a number of slots long, that begins at a
   *     cache line
   */
  BufferSlab(ByteBuffer bytes) {
    if (bytes.alignmentOffset(0, LINE) != 0) {
      throw new IllegalArgumentException("the slab begins within a line of the cache");
    }
    memory = bytes.asLongBuffer();
  }

  /**
   * Allocates memory, and touches all of it.
   *
   * @param slots the number of slots, 1 to 1,973,790
   * @return a slab that has them
   * @throws IllegalStateException if the virtual machine's limit of direct memory is too
   *     low
   */
  // --8<-- [start:allocate]
  static Slab allocate(int slots) {
    int bytes = Math.addExact(Math.multiplyExact(slots, STRIDE), LINE - 1);
    try {
      return new BufferSlab(ByteBuffer.allocateDirect(bytes).alignedSlice(LINE));
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(String.format(
          "out of direct memory (%s): %d slots of %d bytes need %d MB outside of the"
              + " heap; allow them by -XX:MaxDirectMemorySize",
          e.getMessage(), slots, STRIDE, (bytes + (1L << 20) - 1) >> 20), e);
    }
  }
  // --8<-- [end:allocate]

  // --8<-- [start:accesses]
  @Override
  protected void fill(int handle, long r) {
    LongBuffer memory = this.memory;
    int packet = handle * SLOT_WORDS + PACKET;
    memory.put(packet, Header.first(r));
    memory.put(packet + 1, Header.second(r));
    memory.put(packet + 2, Header.third(r));
  }

  @Override
  protected int parse(int handle) {
    LongBuffer memory = this.memory;
    int slot = handle * SLOT_WORDS;
    int packet = slot + PACKET;
    long first = memory.get(packet);
    long second = memory.get(packet + 1);
    long third = memory.get(packet + 2);
    int length = Header.length(first);
    long ports = length == Header.BYTES
        ? third
        : Header.portsIn(memory.get(packet + length / 8), length);
    memory.put(slot + ADDRESSES, Header.addresses(second, third));
    memory.put(slot + PORTS, Header.ports(first, second, ports));
    memory.put(slot + LENGTHS, Header.lengths(first));
    return Header.protocol(second);
  }
  // --8<-- [end:accesses]

  // --8<-- [start:touch]
  @Override
  protected long touch(int[] handles, int from, int to) {
    LongBuffer memory = this.memory;
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += memory.get(handles[i] * SLOT_WORDS + PACKET);
    }
    return sum;
  }
  // --8<-- [end:touch]

  @Override
  protected long word(int handle, int index) {
    return memory.get(handle * SLOT_WORDS + index);
  }

  @Override
  protected Optional<String> whySmallPages() {
    return Optional.of("a direct buffer cannot have them");
  }

  /** Leaves the memory to the garbage collector. */
  @Override
  public void close() {
    memory = CLOSED;
  }
}
