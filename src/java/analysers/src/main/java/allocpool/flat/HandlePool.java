package allocpool.flat;

/**
 * Handles that are used again, the last one given back first: its slot has just been
 * parsed, so that its line is in the nearest cache.
 *
 * <p>The free ones lie in an array of their own. A list through the free slots would need
 * no array, but it would write a link into a packet's line, and read it again, at every
 * step.
 */
class HandlePool extends Handles {
  private final int[] free;
  private int count;

  /**
   * Makes a full pool, from which the lowest handle is taken first.
   *
   * @param capacity how many handles there are, at least 1
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
