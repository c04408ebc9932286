package allocpool.allocator;

/**
 * Receives reports about misused buffers. It is called by the thread that detects the
 * misuse, possibly by several at a time and long after the misuse, so each call tells
 * where the buffer was allocated. Exceptions that it throws propagate to that thread's
 * caller.
 */
public interface MisuseListener {
  /**
   * A buffer is no longer in use but was never released.
   *
   * @param size the requested size in bytes
   * @param allocatedAt the stack trace of its allocation
   */
  void leaked(int size, Throwable allocatedAt);

  /**
   * Something wrote to a buffer after its release.
   *
   * @param index the first changed byte's index
   * @param allocatedAt the stack trace of its allocation
   * @param releasedAt the stack trace of its release
   */
  void writtenAfterRelease(int index, Throwable allocatedAt, Throwable releasedAt);
}
