package allocpool.flat;

import allocpool.workload.Generator;
import java.util.Arrays;

/**
 * The TCP packets that are kept for a while, each until another one is put into its
 * place. Which place is next is known a packet ahead. Not thread-safe.
 */
final class HandleStore {
  private final int[] handles;
  private final Generator generator;
  private int next;

  /**
   * Makes a store without packets.
   *
   * @param length how many places it has, at least 1
   * @param generator says which one is next; nobody else uses it
   */
  HandleStore(int length, Generator generator) {
    handles = new int[length];
    Arrays.fill(handles, Slab.NONE);
    this.generator = generator;
    next = choose();
  }

  private int choose() {
    return (int) ((generator.next() & Long.MAX_VALUE) % handles.length);
  }

  /**
   * Puts a packet into the next place.
   *
   * @param handle the packet
   * @return the packet that was there; {@link Slab#NONE} if the place was empty
   */
  int exchange(int handle) {
    int previous = handles[next];
    handles[next] = handle;
    next = choose();
    return previous;
  }

  /**
   * Touches the packet that will be given up next, and its place.
   *
   * @param slab where the packets are
   * @return a number that means nothing
   */
  long touchNext(Slab slab) {
    return handles[next] == Slab.NONE ? 0 : slab.touch(handles, next, next + 1);
  }

  /** How many places there are. */
  int length() {
    return handles.length;
  }

  /**
   * Looks at a place.
   *
   * @param place 0 up to the length without 1
   * @return the handle of the packet there, or {@link Slab#NONE}
   */
  int get(int place) {
    return handles[place];
  }
}
