package allocpool.flat;

/**
 * Reused handles, last in, first out: the last handle's slot has just been parsed, so its
 * line is in the nearest cache.
 *
 * <p>The free ones are in a separate array. A linked list through the free slots would
 * need no array, but it would write a link into a packet's cache line, and read it again,
 * at every step.
 */
class HandlePool extends Handles {
  private final int[] free;
  private int count;

  /**
   * Makes a full pool, from which the lowest handle is taken first.
   *
   * @param capacity the number of handles, at least 1
   */
  HandlePool(int capacity) {
    free = new int[capacity];
    for (int handle = capacity - 1; handle >= 0; handle--) {
      free[count++] = handle;
    }
  }

  static Handles create(int capacity) {
    return new HandlePool(capacity);
  }

  // --8<-- [start:handle-pool]
  /**
   * {@inheritDoc}
   *
   * @throws ArrayIndexOutOfBoundsException if all are in use
   */
  @Override
  int take() {
    return free[--count];
  }

  @Override
  void giveBack(int handle) {
    free[count++] = handle;
  }
  // --8<-- [end:handle-pool]
}
