package allocpool.clock;

/**
 * A stream of numbered ticks.
 *
 * <p>Ticks are numbered by an unsigned 32-bit counter that wraps, so the distance between
 * two of them is taken modulo 2^32: {@code (later - earlier) & 0xFFFFFFFFL}. A distance
 * of more than one between neighbours means that the ticks in between were lost.
 *
 * <p>One thread at a time may read; the other methods may be called by any thread.
 */
public interface Ticks extends AutoCloseable {

  /**
   * Waits for the next tick, spinning.
   *
   * @return its number, an unsigned 32-bit value
   * @throws IllegalStateException if the stream is closed and has nothing left to read
   */
  int next();

  /**
   * Tells whether the reader has taken the whole current batch. Ticks dropped while the
   * reader is busy with one batch are missing at the start of the batch after the next.
   *
   * @return true if the next call of {@link #next()} has to ask the producer for more
   */
  boolean atBatchEnd();

  /**
   * Returns the producer's longest stall, for instance because the operating system took
   * its core away. Losses of that length are not the reader's fault. Always 0 where
   * nothing can stall the producer.
   *
   * @param reset whether to restart the observation
   * @return the time in nanoseconds, since the start or the last reset
   */
  long longestStallNanos(boolean reset);

  /** Stops the producer. A second call has no effect. */
  @Override
  void close();
}
