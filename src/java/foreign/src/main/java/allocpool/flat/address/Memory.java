package allocpool.flat.address;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * All memory of the process as one segment, in which an address is a place. Whoever has
 * an address from memory can read what it leads to without knowing where memory begins.
 *
 * <p>Each access is still compared with the segment's length. But that is a constant, as
 * everything else of a segment in a constant is, and nobody can close it or owns it. So
 * one comparison is all that is left of the checks, and what it finds is a negative
 * address. Any other wrong one ends the virtual machine, or spoils it.
 */
final class Memory {
  // --8<-- [start:everything]
  static final MemorySegment ALL = everything();

  @SuppressWarnings("restricted") // The price: nothing is out of bounds.
  private static MemorySegment everything() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }
  // --8<-- [end:everything]

  /** Bytes of a word, and of an address. */
  static final int WORD_BYTES = Long.BYTES;

  /** The address of no packet. */
  static final long NOWHERE = 0;

  private static final VarHandle WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();

  private Memory() {}

  /**
   * Reads a word in the machine's own order.
   *
   * @param address where it is
   * @return what is there
   */
  static long get(long address) {
    return (long) WORD.get(ALL, address);
  }

  /**
   * Writes a word in the machine's own order.
   *
   * @param address where to
   * @param value what
   */
  static void set(long address, long value) {
    WORD.set(ALL, address, value);
  }
}
