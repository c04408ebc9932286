package allocpool.flat;

import allocpool.workload.Digest;
import java.util.Optional;

/**
 * One block of memory outside the Java heap, divided into slots that have room for a
 * packet and its parsed fields. The slots' numbers, from 0 on, are the packets' handles.
 * Not thread-safe.
 *
 * <p>A slot is {@value #SLOT_WORDS} words of 64 bits, each big-endian:
 *
 * <pre>
 * 0         source and destination address
 * 1         ports, identification, protocol and time to live
 * 2         version and lengths
 * 3 to 130  the packet of 1,024 bytes, its header first
 * from 131  nothing
 * </pre>
 *
 * <p>The slab begins at a cache line, and so does every slot. The fields and the packet's
 * header and ports are its first six words: a packet is written, parsed and looked up in
 * one line. A slot has 17 lines. That number is odd, so the lines in use spread over all
 * sets of a cache; with 16 lines per slot, fifteen of sixteen sets would stay empty.
 *
 * <p>Subclasses differ in how they access memory, and implement each operation of the
 * loop as one method: a method per access would be less to write, but JDK 11 sometimes
 * compiles such small ones before it has seen which kind of buffer they meet. A program
 * loads only one subclass, so its methods are called directly, or rather inlined into the
 * loop.
 */
public abstract class Slab implements AutoCloseable {
  // --8<-- [start:slot]
  /** Bytes in a cache line. */
  protected static final int LINE = 64;

  /** Bytes from one slot to the next. */
  public static final int STRIDE = 17 * LINE;

  /** Words from one slot to the next. */
  protected static final int SLOT_WORDS = STRIDE / Long.BYTES;

  /** The word of a slot that holds the packet's addresses. */
  protected static final int ADDRESSES = 0;

  /** The word that holds its ports, identification, protocol and time to live. */
  protected static final int PORTS = 1;

  /** The word that holds its version and lengths. */
  protected static final int LENGTHS = 2;

  /** The first word of the packet itself. */
  protected static final int PACKET = 3;
  // --8<-- [end:slot]

  /** The handle that stands for no packet. */
  static final int NONE = -1;

  /** Makes a slab without memory. */
  protected Slab() {}

  /**
   * Overwrites a packet's header and ports.
   *
   * @param handle the packet's
   * @param r the number that the packet is made from
   */
  protected abstract void fill(int handle, long r);

  /**
   * Reads a packet's header and ports, at the header's actual length, and writes the
   * fields into its slot.
   *
   * @param handle the packet's
   * @return the protocol's number
   */
  protected abstract int parse(int handle);

  /**
   * Reads the line of each packet's header, so that it is in a cache when it is needed.
   * The reads are independent, so the processor waits for all of them at once, not one by
   * one.
   *
   * @param handles contains the packets' handles; none of those is {@link #NONE}
   * @param from the first one's index
   * @param to the index behind the last one
   * @return a meaningless number, so that the reads have a use
   */
  protected abstract long touch(int[] handles, int from, int to);

  /**
   * Reads any word of a slot.
   *
   * @param handle the packet's
   * @param index the word's index, 0 to {@value #SLOT_WORDS} minus 1
   * @return its value
   */
  protected abstract long word(int handle, int index);

  /**
   * Returns the reason why the system backs this memory with small pages.
   *
   * @return the reason, in a few words; empty if the pages are huge, or not wanted to be
   */
  protected abstract Optional<String> whySmallPages();

  /** Releases the memory. Every later use of it throws an exception. */
  @Override
  public abstract void close();

  /**
   * Adds a packet to a digest.
   *
   * @param digest the digest to add to
   * @param place the packet's place, as the digest counts it
   * @param handle the packet's; it must be parsed
   */
  final void addTo(Digest digest, long place, int handle) {
    digest.add(
        place, word(handle, ADDRESSES), word(handle, PORTS), word(handle, LENGTHS));
  }
}
