package allocpool.queues;

/**
 * A running clock, and the reading end for its ticks.
 *
 * <p>One thread may read; the other methods may be called by any thread.
 */
public interface TickSource extends AutoCloseable {
  /**
   * Returns the reading end.
   *
   * @return always the same one
   */
  TickReader reader();

  /**
   * Returns the producer's longest stall, for instance because the operating system took
   * its core away. A loss of that length is not the reader's fault.
   *
   * @param reset whether to restart the observation
   * @return the time in nanoseconds, since the start or the last reset
   */
  long longestStallNanos(boolean reset);

  /**
   * Ends the producer and joins it. Ticks already written remain for a reader that reads
   * memory. A second call has no effect.
   */
  void stop();

  /** Ends the producer and frees the memory: the reader must not be used any more. */
  @Override
  void close();
}
