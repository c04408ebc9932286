package allocpool.allocator;

/**
 * Lends buffers to a program that gives them back.
 *
 * <p>Any thread may call both methods. A thread other than the borrower may release a
 * buffer if it was handed over safely: then everything the first thread did with it
 * happens before everything the next borrower does.
 */
public interface BufferAllocator {
  /**
   * Lends a buffer.
   *
   * @param size the number of bytes the program needs, 1 or more; a size that the
   *     allocator does not pool may be served in any way
   * @return a buffer that has no other user; see {@link PooledBuffer#bytes()} for its
   *     state
   * @throws IllegalArgumentException if the size is zero or negative
   * @throws IllegalStateException if a double release is detected, not necessarily by the
   *     caller. The next call finds another buffer
   * @throws OutOfMemoryError if there is not enough memory, or an array cannot be that
   *     long
   */
  PooledBuffer allocate(int size);

  /**
   * Takes a buffer back. Afterwards, the buffer, its bytes, and any slice or duplicate of
   * them must not be used.
   *
   * @param buffer one that this allocator lent, and that has not been released since
   * @throws NullPointerException if it is null
   * @throws IllegalArgumentException if another allocator lent it; it stays as it is
   * @throws IllegalStateException if it is not on loan. Only checking finds every such
   *     call: if the buffer has been lent again meanwhile, that loan is ended
   */
  void release(PooledBuffer buffer);
}
