package allocpool.queues;

/**
 * Memory outside of the Java heap for one native queue. Its owner calls {@link #free()}
 * once, when nobody uses it any more.
 */
public abstract class Block {
  /** For subclasses. */
  protected Block() {}

  /**
   * The block as Java reads it.
   *
   * @return its words
   */
  public abstract Words words();

  /**
   * Starts a queue in this block.
   *
   * @param kind the library's number for the queue
   * @param capacity how many ticks wait at most for a reader that is late
   * @param pace how fast they come
   * @param firstTick the first one's number, any 32 bits, unsigned
   * @return the library's handle
   * @throws IllegalArgumentException if an argument is out of its range
   * @throws IllegalStateException if the library fails
   */
  public abstract long start(int kind, int capacity, Pace pace, int firstTick);

  /** Frees the memory, unless the collector does. No queue runs in it any more. */
  public abstract void free();
}
