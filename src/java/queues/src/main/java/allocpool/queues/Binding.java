package allocpool.queues;

/**
 * The functions of the native library {@code queues}, by one of the ways in which Java
 * can call native code. A program loads one subclass.
 *
 * <p>Any thread may call any method, but for {@link #take}: that is reading. Errors are
 * those of {@link Block#start}.
 */
public abstract class Binding {
  /** For subclasses. */
  protected Binding() {}

  /**
   * How much memory a queue needs.
   *
   * @param kind the library's number for the queue
   * @param capacity in ticks
   * @return bytes
   */
  public abstract long bytes(int kind, int capacity);

  /**
   * Where something lies in a queue's memory.
   *
   * @param kind the library's number for the queue
   * @param which its index in c_api.h
   * @param capacity in ticks
   * @return bytes from the begin of the memory
   */
  public abstract int offset(int kind, int which, int capacity);

  /**
   * Sets memory aside.
   *
   * @param bytes how much
   * @return a new block that starts on a cache line
   */
  public abstract Block allocate(long bytes);

  /**
   * Ends a queue's thread and waits for its end. A second call has no effect.
   *
   * @param handle the queue
   */
  public abstract void stop(long handle);

  /**
   * The longest time for which a queue's thread was held up.
   *
   * @param handle the queue
   * @param reset whether to start the observation anew
   * @return nanoseconds
   */
  public abstract long longestStallNanos(long handle, boolean reset);

  /**
   * Takes one tick. One thread at a time, and only if nobody reads in the memory.
   *
   * @param handle the queue
   * @return the tick's number, 0 to 2^32 - 1, or -1 if there is none
   */
  public abstract long take(long handle);

  /**
   * Does nothing: what a call costs by itself.
   *
   * @param value any
   * @return the same
   */
  public abstract long echo(long value);
}
