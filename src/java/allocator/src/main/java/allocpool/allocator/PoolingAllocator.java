package allocpool.allocator;

/**
 * Keeps buffers and lends them again. Sizes are rounded up to powers of two. Each
 * platform thread has a small cache; its surplus goes, several buffers at a time, to a
 * depot that all share. Both are bounded: buffers that do not fit, or that were not
 * needed for a while, are left to the garbage collector. The design is known from many
 * allocators: the thread caches of jemalloc and TCMalloc, Bonwick's magazines, Netty's
 * {@code PooledByteBufAllocator}.
 *
 * <p>Sizes above the largest class are served by a new buffer, which is not kept. No
 * record is kept of buffers on loan, so one that is never released does no harm except
 * that another has to be made. (A cache may refer to it until the next trimming.)
 *
 * <p>In the long run nothing is allocated, whichever threads allocate and release, as
 * long as the number of buffers in use at a time, and of those that go from thread to
 * thread, is within the bounds and similar in each epoch: buffers that one epoch did not
 * need are made again for a later one that does.
 *
 * <p>Surplus is detected when buffers are released, by the releasing thread. So an unused
 * allocator keeps its buffers until {@link #giveUp} is called. And a thread that releases
 * nothing more keeps its cache as long as it lives, because no other thread may touch it.
 * Direct buffers that are dropped are freed after a collection finds them.
 *
 * <p>Dropping the reference to an allocator is not enough if threads that have used it go
 * on. A thread's table of thread-locals refers to its cache, and the cache to the depots,
 * until the thread ends or the table happens to be cleaned. After {@link #giveUp}, only
 * the buffers in those caches remain.
 *
 * <p>Progress: lock-free. No thread waits for one that was stopped within a call, but it
 * may have to retry when others succeed.
 */
public final class PoolingAllocator implements BufferAllocator {
  private final Memory memory;
  private final SizeClasses classes;
  private final boolean clearing;
  private final Depot[] depots; // also the buffers' owner: see BufferCache
  private final Epochs epochs;
  private final Caches caches;

  /**
   * Makes an empty pool.
   *
   * @param settings read only here
   * @throws IllegalArgumentException if its size classes are invalid
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
    epochs = new Epochs(settings.clock, settings.epoch, depots);
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
   * Returns how much memory the threads share now.
   *
   * @return the bytes of the free buffers in the depots, and in the caches of threads
   *     without their own; it may be out of date, and omits caches in use at the moment
   */
  public long bytesShared() {
    long bytes = 0;
    for (int sizeClass = 0; sizeClass < depots.length; sizeClass++) {
      int buffers = depots[sizeClass].buffers() + caches.buffersShared(sizeClass);
      bytes += (long) buffers * classes.capacity(sizeClass);
    }
    return bytes;
  }

  /**
   * Leaves to the garbage collector the buffers that threads share, and those in the
   * calling thread's own cache. Other threads' own caches are out of reach; they give
   * their surplus to the depots at their next look at the clock, as at the end of an
   * epoch. Any thread may call it. The allocator may be used afterwards, and meanwhile:
   * buffers released meanwhile may stay.
   */
  public void giveUp() {
    epochs.endEarly();
    caches.clear();
    for (Depot depot : depots) {
      depot.clear();
    }
  }
}
