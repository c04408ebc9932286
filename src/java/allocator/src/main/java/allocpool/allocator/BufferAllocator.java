package allocpool.allocator;

/**
 * Lends buffers to a program that gives them back.
 *
 * <p>Any thread may call both methods. A buffer may be released by another thread than
 * the one that asked for it, if it was handed over safely: then all that the first thread
 * did with it happens before all that the next borrower does.
 */
public interface BufferAllocator {
  /**
   * Lends a buffer.
   *
   * @param size how many bytes the program needs, 1 or more; how a size that an allocator
   *     does not pool is served is up to it
   * @return a buffer that nobody else has; see {@link PooledBuffer#bytes()} for its state
   * @throws IllegalArgumentException if the size is zero or negative
   * @throws IllegalStateException if it comes to light that somebody has released a
   *     buffer twice, who need not be the caller. The next call finds another buffer
   * @throws OutOfMemoryError if there is not as much memory, or no array as long as that
   */
  PooledBuffer allocate(int size);

  /**
   * Takes a buffer back. Nothing may use it afterwards, nor its bytes, nor any slice or
   * duplicate of them.
   *
   * @param buffer one that this allocator lent, and that has not been released since
   * @throws NullPointerException if it is null
   * @throws IllegalArgumentException if another allocator lent it; it stays as it is
   * @throws IllegalStateException if it is not on loan. Only checking finds every such
   *     call: when somebody else has got the buffer meanwhile, his loan is ended
   */
  void release(PooledBuffer buffer);
}
