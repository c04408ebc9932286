package allocpool.region;

import allocpool.flat.Header;
import allocpool.flat.Slab;
import allocpool.workload.Digest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A packet in a segment, and what is parsed from it: laid out as a {@link Slab}'s is. */
final class Slot {
  /** Its length: whole lines of a cache. */
  static final long BYTES = Slab.STRIDE;

  /** Bytes of a line of the cache, at whose begin slots begin. */
  static final long LINE = 64;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final long PORTS = WORD.byteSize();
  private static final long LENGTHS = 2 * WORD.byteSize();
  private static final long FIRST = 3 * WORD.byteSize(); // of the packet, as the next two
  private static final long SECOND = 4 * WORD.byteSize();
  private static final long THIRD = 5 * WORD.byteSize();

  private Slot() {}

  /**
   * Overwrites a packet's header and ports.
   *
   * @param memory where it is
   * @param at where its slot begins
   * @param r the number that the packet is made of
   */
  static void fill(MemorySegment memory, long at, long r) {
    memory.set(WORD, at + FIRST, Header.first(r));
    memory.set(WORD, at + SECOND, Header.second(r));
    memory.set(WORD, at + THIRD, Header.third(r));
  }

  /**
   * Reads a packet's header and ports, and writes the fields into its slot.
   *
   * @param memory where it is
   * @param at where its slot begins
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
   * Whether a packet was ever parsed in this slot.
   *
   * @param memory whose bytes were 0 at first
   * @param at where the slot begins
   * @return false if it is as it was at first: a parsed packet's version is not 0
   */
  static boolean isParsed(MemorySegment memory, long at) {
    return memory.get(WORD, at + LENGTHS) != 0;
  }

  /**
   * Adds a parsed packet to a digest.
   *
   * @param digest what to add to
   * @param place where the packet lies, as the digest counts it
   * @param memory where it is
   * @param at where its slot begins
   */
  static void addTo(Digest digest, long place, MemorySegment memory, long at) {
    digest.add(
        place, memory.get(WORD, at), memory.get(WORD, at + PORTS),
        memory.get(WORD, at + LENGTHS));
  }
}
