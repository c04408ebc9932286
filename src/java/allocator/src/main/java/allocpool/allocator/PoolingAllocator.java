package allocpool.allocator;

/**
 * Keeps buffers and lends them again. Sizes are rounded up to powers of two. Each
 * platform thread has a small cache, and what that cannot keep goes, several buffers at a
 * time, to a depot that all share. Both are bounded: what does not fit is left to the
 * garbage collector, as is what nobody has needed for a while. The design is known from
 * many allocators: the thread caches of jemalloc and TCMalloc, Bonwick's magazines,
 * Netty's {@code PooledByteBufAllocator}.
 *
 * <p>Sizes above the largest class are served by a new buffer, which is not kept. A
 * buffer that is never released is known to nobody here, and does no harm but that
 * another one has to be made. (A cache may refer to it until the next trimming.)
 *
 * <p>In the long run nothing is allocated, as long as the buffers in use at a time, and
 * how many of them go from thread to thread, are within the bounds.
 *
 * <p>Surplus is found when buffers come back. An allocator that is not used at all keeps
 * what it has until {@link #giveUp} is called; a thread's cache goes with its thread.
 * Direct buffers that are given up are freed when a collection finds them.
 *
 * <p>Progress: lock-free; no thread ever waits for another one.
 */
public final class PoolingAllocator implements BufferAllocator {
  private final Memory memory;
  private final SizeClasses classes;
  private final boolean clearing;
  private final Depot[] depots; // and the owner of buffers: see BufferCache
  private final Caches caches;

  /**
   * Makes an empty pool.
   *
   * @param settings what it is to be like; it is not needed afterwards
   * @throws IllegalArgumentException if its size classes are none
   */
  public PoolingAllocator(PoolSettings settings) {
    memory = settings.memory;
    classes = new SizeClasses(settings.smallest, settings.largest);
    clearing = settings.clearing;
    depots = new Depot[classes.count()];
    for (int sizeClass = 0; sizeClass < depots.length; sizeClass++) {
      int capacity = classes.capacity(sizeClass);
      depots[sizeClass] =
          new Depot(settings.magazines(capacity), settings.perMagazine(capacity));
    }
    Epochs epochs = new Epochs(settings.clock, settings.epoch, depots);
    caches = new Caches(depots, epochs, settings.ownCaches, settings.stripes);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Sizes above the largest class are served, but not pooled.
   */
  // --8<-- [start:allocate]
  @Override
  public PooledBuffer allocate(int size) {
    int sizeClass = classes.of(size);
    if (sizeClass == classes.count()) {
      return make(Sizes.positive(size), sizeClass).lend(size);
    }
    BufferCache own = caches.own();
    PooledBuffer buffer =
        own != null ? own.take(sizeClass) : caches.takeShared(sizeClass);
    if (buffer == null) {
      buffer = make(classes.capacity(sizeClass), sizeClass);
    }
    return buffer.lend(size);
  }

  private PooledBuffer make(int capacity, int sizeClass) {
    return new PooledBuffer(memory.allocate(capacity), depots, sizeClass);
  }
  // --8<-- [end:allocate]

  // --8<-- [start:release]
  @Override
  public void release(PooledBuffer buffer) {
    buffer.takeBack(depots);
    if (buffer.sizeClass() == classes.count()) {
      return; // made for one use
    }
    if (clearing) {
      Zeros.fill(buffer.bytes());
    }
    BufferCache own = caches.own();
    if (own != null) {
      own.put(buffer);
    } else {
      caches.putShared(buffer);
    }
  }
  // --8<-- [end:release]

  /**
   * How much all threads share now.
   *
   * @return the bytes of the buffers in the depots; it may be out of date
   */
  public long bytesShared() {
    long bytes = 0;
    for (int sizeClass = 0; sizeClass < depots.length; sizeClass++) {
      bytes += (long) depots[sizeClass].buffers() * classes.capacity(sizeClass);
    }
    return bytes;
  }

  /** Leaves everything that threads share to the garbage collector. */
  public void giveUp() {
    for (Depot depot : depots) {
      depot.clear();
    }
  }
}
