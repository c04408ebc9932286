package allocpool.allocator;

/**
 * Hears of buffers that were used wrongly. It is called by whichever thread finds it out,
 * several at a time, and long after the deed; so each call says where the buffer came
 * from. Exceptions that it throws come out of that thread's call.
 */
public interface MisuseListener {
  /**
   * A buffer is not in use any more and was never released.
   *
   * @param size that was asked for, in bytes
   * @param allocatedAt its stack trace leads to where
   */
  void leaked(int size, Throwable allocatedAt);

  /**
   * Something wrote to a buffer after it was released.
   *
   * @param index of the first byte that has changed
   * @param allocatedAt its stack trace leads to where the buffer was got
   * @param releasedAt the same, to where it was released
   */
  void writtenAfterRelease(int index, Throwable allocatedAt, Throwable releasedAt);
}
