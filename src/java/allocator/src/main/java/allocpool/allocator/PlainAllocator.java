package allocpool.allocator;

/**
 * Pools nothing: every buffer is new, and the garbage collector frees it. It lets a
 * program choose between allocating and pooling without being rewritten.
 *
 * <p>Forgetting a buffer does no harm here. Releasing one twice, or to the wrong
 * allocator, is refused as elsewhere, so that a program that works with this allocator is
 * not right by luck.
 *
 * <p>Any thread may call both methods.
 */
public final class PlainAllocator implements BufferAllocator {
  private static final int NO_CLASS = -1;

  private final Memory memory;

  /**
   * Makes an allocator.
   *
   * @param memory the place of the buffers' bytes
   */
  public PlainAllocator(Memory memory) {
    this.memory = memory;
  }

  @Override
  public PooledBuffer allocate(int size) {
    return new PooledBuffer(memory.allocate(Sizes.positive(size)), this, NO_CLASS)
        .lend(size);
  }

  @Override
  public void release(PooledBuffer buffer) {
    buffer.takeBack(this);
  }
}
