package allocpool.queues;

/**
 * Memory outside the Java heap for one native queue. Its owner calls {@link #free()}
 * once, when it is no longer used.
 */
public abstract class Block {
  /** For subclasses. */
  protected Block() {}

  /**
   * Returns the block as Java reads it.
   *
   * @return its words
   */
  public abstract Words words();

  /**
   * Starts a queue in this block.
   *
   * @param kind the library's number for the queue
   * @param capacity the most ticks that wait for a late reader
   * @param pace the clock's pace
   * @param firstTick the first tick's number, any 32 bits, unsigned
   * @return the library's handle
   * @throws IllegalArgumentException if an argument is out of its range
   * @throws IllegalStateException if the library fails
   */
  public abstract long start(int kind, int capacity, Pace pace, int firstTick);

  /** Frees the memory, unless the collector does. No queue may run in it any more. */
  public abstract void free();
}
