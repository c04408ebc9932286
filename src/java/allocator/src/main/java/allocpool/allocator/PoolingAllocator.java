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
 * <p>In the long run nothing is allocated, whichever threads allocate and release, as
 * long as the buffers in use at a time, and how many of them go from thread to thread,
 * are within the bounds, and much the same in each epoch: what an epoch did not need is
 * made anew for a later one that does.
 *
 * <p>Surplus is found when buffers come back, by whoever brings them. So an allocator
 * that is not used at all keeps what it has until {@link #giveUp} is called. And a thread
 * that releases nothing more keeps its cache as long as it lives, whatever the others do:
 * nobody else may touch it. Direct buffers that are given up are freed when a collection
 * finds them.
 *
 * <p>To forget an allocator is not enough, where threads that have used it go on. The
 * table of a thread's variables holds on to its cache, and that to the depots, until the
 * thread ends, or the table happens to be tidied. To call {@link #giveUp} first leaves of
 * it what is in those caches.
 *
 * <p>Progress: lock-free. No thread waits for one that was stopped within a call, but it
 * may have to try again when others succeed.
 */
public final class PoolingAllocator implements BufferAllocator {
  private final Memory memory;
  private final SizeClasses classes;
  private final boolean clearing;
  private final Depot[] depots; // and the owner of buffers: see BufferCache
  private final Epochs epochs;
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
   * How much all threads share now.
   *
   * @return the bytes of the free buffers in the depots, and in the caches of those
   *     threads that have none of their own; it may be out of date, and leaves out a
   *     cache that somebody is in at the moment
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
   * Leaves to the garbage collector what threads share, and what the calling thread has
   * in a cache of its own. Other threads' own caches are out of reach; they give their
   * surplus to the depots when they look at the clock, as at the end of an epoch. Any
   * thread may call it, and the allocator may be used afterwards, and meanwhile: what is
   * released meanwhile may stay.
   */
  public void giveUp() {
    epochs.endEarly();
    caches.clear();
    for (Depot depot : depots) {
      depot.clear();
    }
  }
}
