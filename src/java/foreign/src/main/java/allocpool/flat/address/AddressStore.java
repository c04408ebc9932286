package allocpool.flat.address;

import allocpool.workload.Generator;

/**
 * The TCP packets that are kept for a while, each until another replaces it. The next
 * slots are known two packets ahead, so a slot can be fetched while the one before is in
 * use, and then the packet that it refers to. Not thread-safe.
 */
final class AddressStore {
  private final long begin;
  private final int length;
  private final long hints; // two words: the addresses to fetch
  private final Generator generator;
  private long next;
  private long nextButOne;

  /**
   * Makes a store without packets.
   *
   * @param memory zeros, for {@code length} words and two more
   * @param length the number of slots, at least 1
   * @param generator chooses the next slot; not used otherwise
   */
  AddressStore(long memory, int length, Generator generator) {
    begin = memory;
    this.length = length;
    hints = place(length);
    this.generator = generator;
    next = choose();
    nextButOne = choose();
  }

  private long place(long index) {
    return begin + index * Memory.WORD_BYTES;
  }

  private long choose() {
    return place((generator.next() & Long.MAX_VALUE) % length);
  }

  /**
   * Puts a packet into the next slot.
   *
   * @param packet its address
   * @return the packet that was there; {@link Memory#NOWHERE} if the slot was empty
   */
  long exchange(long packet) {
    long previous = Memory.get(next);
    Memory.set(next, packet);
    next = nextButOne;
    nextButOne = choose();
    return previous;
  }

  /**
   * Fetches the packet that will be replaced next, and the slot after that one.
   *
   * @param ahead fetches them
   */
  void fetchNext(LookAhead ahead) {
    Memory.set(hints, nextButOne);
    long victim = Memory.get(next);
    Memory.set(hints + Memory.WORD_BYTES, victim);
    ahead.fetch(hints, victim == Memory.NOWHERE ? 1 : 2);
  }

  /** Returns the number of slots. */
  int length() {
    return length;
  }

  /**
   * Returns the packet in a slot.
   *
   * @param index 0 up to the length minus 1
   * @return the address of the packet there, or {@link Memory#NOWHERE}
   */
  long get(int index) {
    return Memory.get(place(index));
  }
}
