package allocpool.region;

import allocpool.flat.Header;
import allocpool.flat.Slab;
import allocpool.workload.Digest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A packet in a segment, and its parsed fields, with the layout of {@link Slab}. */
final class Slot {
  /** Its length in bytes: whole cache lines. */
  static final long BYTES = Slab.STRIDE;

  /** The length of a cache line in bytes, to which slots are aligned. */
  static final long LINE = 64;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final long PORTS = WORD.byteSize();
  private static final long LENGTHS = 2 * WORD.byteSize();
  private static final long FIRST = 3 * WORD.byteSize(); // the packet's, as the next two
  private static final long SECOND = 4 * WORD.byteSize();
  private static final long THIRD = 5 * WORD.byteSize();

  private Slot() {}

  /**
   * Overwrites a packet's header and ports.
   *
   * @param memory the packet's segment
   * @param at its slot's offset
   * @param r the number that the packet is made from
   */
  static void fill(MemorySegment memory, long at, long r) {
    memory.set(WORD, at + FIRST, Header.first(r));
    memory.set(WORD, at + SECOND, Header.second(r));
    memory.set(WORD, at + THIRD, Header.third(r));
  }

  /**
   * Reads a packet's header and ports, and writes the fields into its slot.
   *
   * @param memory the packet's segment
   * @param at its slot's offset
   * @return the protocol's number
   */
  static int parse(MemorySegment memory, long at) {
    long first = memory.get(WORD, at + FIRST);
    long second = memory.get(WORD, at + SECOND);
    long third = memory.get(WORD, at + THIRD);
    int length = Header.length(first);
    long ports = length == Header.BYTES
        ? third
        : Header.portsIn(memory.get(WORD, at + FIRST + (length & -Long.BYTES)), length);
    memory.set(WORD, at, Header.addresses(second, third));
    memory.set(WORD, at + PORTS, Header.ports(first, second, ports));
    memory.set(WORD, at + LENGTHS, Header.lengths(first));
    return Header.protocol(second);
  }

  /**
   * Tells whether a packet was ever parsed in this slot.
   *
   * @param memory a segment whose bytes were initially 0
   * @param at the slot's offset
   * @return false if it is unchanged: a parsed packet's version is not 0
   */
  static boolean isParsed(MemorySegment memory, long at) {
    return memory.get(WORD, at + LENGTHS) != 0;
  }

  /**
   * Adds a parsed packet to a digest.
   *
   * @param digest the digest to add to
   * @param place the packet's place, as the digest counts it
   * @param memory the packet's segment
   * @param at its slot's offset
   */
  static void addTo(Digest digest, long place, MemorySegment memory, long at) {
    digest.add(
        place, memory.get(WORD, at), memory.get(WORD, at + PORTS),
        memory.get(WORD, at + LENGTHS));
  }
}
