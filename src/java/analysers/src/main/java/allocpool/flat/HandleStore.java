package allocpool.flat;

import allocpool.workload.Generator;
import java.util.Arrays;

/**
 * The TCP packets that are kept for a while, each until another replaces it. The next
 * slot is known one packet ahead. Not thread-safe.
 */
final class HandleStore {
  private final int[] handles;
  private final Generator generator;
  private int next;

  /**
   * Makes a store without packets.
   *
   * @param length the number of slots, at least 1
   * @param generator chooses the next slot; not used otherwise
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
   * Puts a packet into the next slot.
   *
   * @param handle the packet
   * @return the packet that was there; {@link Slab#NONE} if the slot was empty
   */
  int exchange(int handle) {
    int previous = handles[next];
    handles[next] = handle;
    next = choose();
    return previous;
  }

  /**
   * Touches the packet that will be replaced next, and its slot.
   *
   * @param slab the packets' slab
   * @return a meaningless number
   */
  long touchNext(Slab slab) {
    return handles[next] == Slab.NONE ? 0 : slab.touch(handles, next, next + 1);
  }

  /** Returns the number of slots. */
  int length() {
    return handles.length;
  }

  /**
   * Returns the packet in a slot.
   *
   * @param place 0 up to the length minus 1
   * @return the handle of the packet there, or {@link Slab#NONE}
   */
  int get(int place) {
    return handles[place];
  }
}
