package allocpool.flat.address;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * All memory of the process as one segment, in which an address is an offset. So code can
 * follow an address read from memory without knowing where the memory begins.
 *
 * <p>Each access is still compared with the segment's length. But that is a constant,
 * like every property of a segment in a constant, and the segment cannot be closed and
 * has no owner. So one comparison is all that remains of the checks, and it only finds
 * negative addresses. Any other wrong address crashes the virtual machine, or corrupts
 * it.
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

  /** The address that stands for no packet. */
  static final long NOWHERE = 0;

  private static final VarHandle WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();

  private Memory() {}

  /**
   * Reads a word in native byte order.
   *
   * @param address the word's address
   * @return its value
   */
  static long get(long address) {
    return (long) WORD.get(ALL, address);
  }

  /**
   * Writes a word in native byte order.
   *
   * @param address the word's address
   * @param value the new value
   */
  static void set(long address, long value) {
    WORD.set(ALL, address, value);
  }
}
