package allocpool.flat.address;

/**
 * The packets between source and processor, first in, first out: a ring of addresses that
 * is always full, at first of {@link Memory#NOWHERE}. One position serves both ends. Not
 * thread-safe.
 */
final class AddressQueue {
  private final long begin;
  private final long end;
  private long oldest; // the position of the oldest packet, and of the next one to come

  /**
   * Makes a queue without packets.
   *
   * @param memory zeros, for {@code length} words, at a multiple of every block's bytes
   * @param length the number of packets in it once it is full; at least 1
   */
  AddressQueue(long memory, int length) {
    begin = memory;
    end = memory + (long) length * Memory.WORD_BYTES;
    oldest = begin;
  }

  /**
   * Puts a packet in and takes the oldest one out.
   *
   * @param newest the packet to put in
   * @return the oldest one; {@link Memory#NOWHERE} while the queue is filling
   */
  long exchange(long newest) {
    long place = oldest;
    long packet = Memory.get(place);
    Memory.set(place, newest);
    long next = place + Memory.WORD_BYTES;
    oldest = next == end ? begin : next;
    return packet;
  }

  /**
   * Tells whether the oldest packet is the first of a block that contains only packets.
   *
   * @param blockBytes the size of a block of addresses in bytes, a power of two
   * @return true once per block length, as soon as the queue is full
   */
  boolean isAtBlock(int blockBytes) {
    long place = oldest;
    return (place & blockBytes - 1) == 0 && Memory.get(place) != Memory.NOWHERE;
  }

  /**
   * Fetches the packets of the block after the one that begins with the oldest packet.
   *
   * @param ahead fetches them
   * @param blockBytes one for which {@link #isAtBlock} is true
   */
  void fetchBlock(LookAhead ahead, int blockBytes) {
    long next = oldest + blockBytes;
    long from = next < end ? next : begin;
    int bytes = (int) Math.min(blockBytes, end - from);
    ahead.fetch(from, bytes / Memory.WORD_BYTES);
  }

  /** Returns the number of waiting packets once it is full. */
  int length() {
    return (int) ((end - begin) / Memory.WORD_BYTES);
  }

  /**
   * Returns a packet's address.
   *
   * @param age 0 for the oldest one, up to the length minus 1
   * @return its address, or {@link Memory#NOWHERE}; these come first
   */
  long get(int age) {
    long place = oldest + (long) age * Memory.WORD_BYTES;
    return Memory.get(place < end ? place : place - (end - begin));
  }

  /** Ends its use: there are no blocks any more, and every access fails. */
  void close() {
    oldest = -1;
  }
}
