package allocpool.flat.address;

/**
 * The packets that nobody uses, the last one given back first: its slot has just been
 * parsed, so that its line is in the nearest cache. They are named in a stack of
 * addresses, but for the last one, which most often does not stay for long: a field is
 * enough for it. Not thread-safe.
 */
final class FreeList {
  private long last; // the packet given back last, or NOWHERE
  private long top; // the place behind the others

  /**
   * Makes a full one, from which the lowest slot is taken first.
   *
   * @param memory for {@code count} words
   * @param slots the first slot's address
   * @param stride bytes from a slot to the next; 0: there is one, again and again
   * @param count how many packets are in it
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
   * Gives a packet. There has to be one: nobody looks whether the list is empty.
   *
   * @return the address of one that nobody uses
   */
  long take() {
    long packet = last;
    last = Memory.NOWHERE;
    return packet == Memory.NOWHERE ? pop() : packet;
  }

  /**
   * Takes a packet back.
   *
   * @param packet the address of one that nobody uses any more
   */
  void giveBack(long packet) {
    if (last != Memory.NOWHERE) {
      push(last);
    }
    last = packet;
  }

  /** Ends its use: from now on it gives an address that every access refuses. */
  void close() {
    last = -1;
  }
}
