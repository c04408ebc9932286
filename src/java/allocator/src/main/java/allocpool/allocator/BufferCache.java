package allocpool.allocator;

/**
 * One thread's free buffers, a stack for each size class. Not thread-safe.
 *
 * <p>It refers to depots, not to the allocator, so a thread that has used an allocator
 * does not keep it alive.
 */
final class BufferCache extends LinePadding {
  /** The number of released buffers between two looks at the clock. */
  static final int PUTS_PER_LOOK = 1024;

  private final BufferStack[] stacks;
  private final Epochs epochs;
  private int epoch;
  private int untilLook = PUTS_PER_LOOK;

  /**
   * Makes an empty cache.
   *
   * @param depots by size class
   * @param epochs tells when to trim
   */
  BufferCache(Depot[] depots, Epochs epochs) {
    this.epochs = epochs;
    epoch = epochs.current();
    stacks = new BufferStack[depots.length];
    for (int sizeClass = 0; sizeClass < stacks.length; sizeClass++) {
      stacks[sizeClass] = new BufferStack(depots[sizeClass]);
    }
  }

  /**
   * Takes a buffer.
   *
   * @param sizeClass the buffer's size class
   * @return null if there is none, neither here nor in the depot
   */
  PooledBuffer take(int sizeClass) {
    return stacks[sizeClass].pop();
  }

  /**
   * Adds a buffer.
   *
   * @param buffer one that is not on loan, and in no cache
   */
  // --8<-- [start:put]
  void put(PooledBuffer buffer) {
    stacks[buffer.sizeClass()].push(buffer);
    untilLook--;
    if (untilLook == 0) {
      look();
    }
  }

  private void look() {
    untilLook = PUTS_PER_LOOK;
    int now = epochs.current();
    if (now != epoch) {
      epoch = now;
      for (BufferStack stack : stacks) {
        stack.trim();
      }
    }
  }
  // --8<-- [end:put]

  /** Leaves all buffers to the garbage collector. */
  void clear() {
    for (BufferStack stack : stacks) {
      stack.clear();
    }
  }

  /** Returns the number of buffers of a class. */
  int buffers(int sizeClass) {
    return stacks[sizeClass].size();
  }
}
