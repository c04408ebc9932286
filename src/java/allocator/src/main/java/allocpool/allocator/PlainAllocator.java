package allocpool.allocator;

/**
 * Pools nothing: every buffer is a new one, and the garbage collector frees it. It stands
 * where a program wants to choose between allocating and pooling without being rewritten.
 *
 * <p>A buffer that is forgotten does no harm here. To release one twice, or to the wrong
 * allocator, is refused as elsewhere: a program that is right with this allocator shall
 * not be so by luck.
 *
 * <p>Any thread may call both methods.
 */
public final class PlainAllocator implements BufferAllocator {
  private static final int NO_CLASS = -1;

  private final Memory memory;

  /**
   * Makes an allocator.
   *
   * @param memory where the buffers lie
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
