package allocpool.queues;

/**
 * A clock that runs, and the end at which its ticks are read.
 *
 * <p>One thread may read; the other methods may be called by any thread.
 */
public interface TickSource extends AutoCloseable {
  /**
   * The reading end.
   *
   * @return always the same one
   */
  TickReader reader();

  /**
   * The longest time for which the producer itself was held up, for instance because the
   * operating system took its core away. A loss of that length is not the reader's fault.
   *
   * @param reset whether to start the observation anew
   * @return the time in nanoseconds, since the start or the last reset
   */
  long longestStallNanos(boolean reset);

  /**
   * Ends the producer, and waits for its end. What it has handed over is still there for
   * a reader that reads in memory. A second call has no effect.
   */
  void stop();

  /** Ends the producer and frees the memory: the reader must not be used any more. */
  @Override
  void close();
}
