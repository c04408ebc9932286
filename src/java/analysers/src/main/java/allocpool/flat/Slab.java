package allocpool.flat;

import allocpool.workload.Digest;
import java.util.Optional;

/**
 * One piece of memory outside of the Java heap, cut into slots that have room for a
 * packet and for what is parsed from it. Their numbers, from 0 on, are the handles of
 * packets. Not thread-safe.
 *
 * <p>A slot is {@value #SLOT_WORDS} words of 64 bits, each with its highest byte first:
 *
 * <pre>
 * 0         source and destination address
 * 1         ports, identification, protocol and time to live
 * 2         version and lengths
 * 3 to 130  the packet of 1,024 bytes, its header first
 * from 131  nothing
 * </pre>
 *
 * <p>The slab begins where a line of the cache does, and so does every slot. The fields
 * and the packet's header and ports are its first six words: a packet is written, parsed
 * and looked up in one line. A slot has 17 lines. Since that number is odd, the lines
 * that are used are spread over all sets of a cache; 16 lines to a slot would leave
 * fifteen of sixteen sets empty.
 *
 * <p>Subclasses differ in how memory is reached, and say all that is done in the loop in
 * one method each: methods for a single access would be less to write, but JDK 11
 * compiles such small ones in some runs before it has seen what kind of buffer they meet.
 * Only one of the classes is loaded in a program, so that their methods are called
 * directly, or rather are a part of the loop.
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

  /** The handle of no packet. */
  static final int NONE = -1;

  /** Makes a slab without memory. */
  protected Slab() {}

  /**
   * Overwrites a packet's header and ports.
   *
   * @param handle whose
   * @param r the number that the packet is made of
   */
  protected abstract void fill(int handle, long r);

  /**
   * Reads a packet's header and ports, at the length that the header has, and writes the
   * fields into its slot.
   *
   * @param handle whose
   * @return the protocol's number
   */
  protected abstract int parse(int handle);

  /**
   * Reads the line of each packet's header, so that it is in a cache when it is needed.
   * The reads do not depend on each other: the processor waits for all of them at a time,
   * and not for one after the other.
   *
   * @param handles the packets' handles, among others; none of them is {@link #NONE}
   * @param from the place of the first one
   * @param to the place behind the last one
   * @return a number that means nothing, for the reads to have a use
   */
  protected abstract long touch(int[] handles, int from, int to);

  /**
   * Reads any word of a slot.
   *
   * @param handle whose
   * @param index which word, 0 to {@value #SLOT_WORDS} without 1
   * @return what is in it
   */
  protected abstract long word(int handle, int index);

  /**
   * Why the system backs this memory by small pages.
   *
   * @return the reason, in a few words; nothing if the pages are huge, or nobody wants
   *     them to be
   */
  protected abstract Optional<String> whySmallPages();

  /** Gives the memory back. Every later use of it throws an exception. */
  @Override
  public abstract void close();

  /**
   * Adds a packet to a digest.
   *
   * @param digest what to add to
   * @param place where the packet lies, as the digest counts it
   * @param handle which packet; it is parsed
   */
  final void addTo(Digest digest, long place, int handle) {
    digest.add(
        place, word(handle, ADDRESSES), word(handle, PORTS), word(handle, LENGTHS));
  }
}
