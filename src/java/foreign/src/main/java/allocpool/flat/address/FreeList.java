package allocpool.flat.address;

/**
 * The unused packets, last in, first out: the last one's slot has just been parsed, so
 * its line is in the nearest cache. Their addresses are on a stack, except the last one,
 * which usually does not stay for long: a field holds it. Not thread-safe.
 */
final class FreeList {
  private long last; // the packet given back last, or NOWHERE
  private long top; // the address behind the others

  /**
   * Makes a full list, from which the lowest slot is taken first.
   *
   * @param memory for {@code count} words
   * @param slots the first slot's address
   * @param stride bytes from a slot to the next; 0 if there is a single one, used
   *     repeatedly
   * @param count the number of packets in it
   */
  FreeList(long memory, long slots, long stride, int count) {
    top = memory;
    for (long index = count - 1; index >= 0; index--) {
      push(slots + index * stride);
    }
  }

  private void push(long packet) {
    Memory.set(top, packet);
    top += Memory.WORD_BYTES;
  }

  private long pop() {
    top -= Memory.WORD_BYTES;
    return Memory.get(top);
  }

  /**
   * Takes a packet. The list must not be empty, which is not checked.
   *
   * @return the address of an unused packet
   */
  long take() {
    long packet = last;
    last = Memory.NOWHERE;
    return packet == Memory.NOWHERE ? pop() : packet;
  }

  /**
   * Takes a packet back.
   *
   * @param packet the address of one that is no longer in use
   */
  void giveBack(long packet) {
    if (last != Memory.NOWHERE) {
      push(last);
    }
    last = packet;
  }

  /** Ends its use: from now on it returns an address that every access rejects. */
  void close() {
    last = -1;
  }
}
