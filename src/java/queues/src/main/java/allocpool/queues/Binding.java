package allocpool.queues;

/**
 * The functions of the native library {@code queues}, through one of Java's ways to call
 * native code. A program loads one subclass.
 *
 * <p>Any thread may call any method except {@link #take}, which counts as reading. Errors
 * are those of {@link Block#start}.
 */
public abstract class Binding {
  /** For subclasses. */
  protected Binding() {}

  /**
   * Returns the memory that a queue needs.
   *
   * @param kind the library's number for the queue
   * @param capacity in ticks
   * @return the size in bytes
   */
  public abstract long bytes(int kind, int capacity);

  /**
   * Returns the place of an item in a queue's memory.
   *
   * @param kind the library's number for the queue
   * @param which the item's index in c_api.h
   * @param capacity in ticks
   * @return the offset in bytes from the start of the memory
   */
  public abstract int offset(int kind, int which, int capacity);

  /**
   * Allocates memory.
   *
   * @param bytes the size
   * @return a new block that starts on a cache line
   */
  public abstract Block allocate(long bytes);

  /**
   * Ends a queue's thread and joins it. A second call has no effect.
   *
   * @param handle the queue
   */
  public abstract void stop(long handle);

  /**
   * Returns the longest stall of a queue's thread.
   *
   * @param handle the queue
   * @param reset whether to restart the observation
   * @return the time in nanoseconds
   */
  public abstract long longestStallNanos(long handle, boolean reset);

  /**
   * Takes one tick. One thread at a time, and only if no reader reads the memory.
   *
   * @param handle the queue
   * @return the tick's number, 0 to 2^32 - 1, or -1 if there is none
   */
  public abstract long take(long handle);

  /**
   * Does nothing, to measure the cost of a call.
   *
   * @param value any value
   * @return the same value
   */
  public abstract long echo(long value);
}
