package allocpool.flat.address;

import allocpool.workload.Generator;

/**
 * The TCP packets that are kept for a while, each until another one is put into its
 * place. Which places are next is known two packets ahead: so the place can be fetched
 * while the one before is in use, and then the packet that is named there. Not
 * thread-safe.
 */
final class AddressStore {
  private final long begin;
  private final int length;
  private final long hints; // two words: addresses that are to be fetched
  private final Generator generator;
  private long next;
  private long nextButOne;

  /**
   * Makes a store without packets.
   *
   * @param memory zeros, for {@code length} words and two more
   * @param length how many places it has, at least 1
   * @param generator says which one is next; nobody else uses it
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
   * Puts a packet into the next place.
   *
   * @param packet its address
   * @return the packet that was there; {@link Memory#NOWHERE} if the place was empty
   */
  long exchange(long packet) {
    long previous = Memory.get(next);
    Memory.set(next, packet);
    next = nextButOne;
    nextButOne = choose();
    return previous;
  }

  /**
   * Has the packet fetched that will be given up next, and the place behind that one.
   *
   * @param ahead fetches them
   */
  void fetchNext(LookAhead ahead) {
    Memory.set(hints, nextButOne);
    long victim = Memory.get(next);
    Memory.set(hints + Memory.WORD_BYTES, victim);
    ahead.fetch(hints, victim == Memory.NOWHERE ? 1 : 2);
  }

  /** How many places there are. */
  int length() {
    return length;
  }

  /**
   * Looks at a place.
   *
   * @param index 0 up to the length without 1
   * @return the address of the packet there, or {@link Memory#NOWHERE}
   */
  long get(int index) {
    return Memory.get(place(index));
  }
}
