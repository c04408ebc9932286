package allocpool.allocator;

/**
 * Finds the cache for the calling thread. A platform thread has its own. A virtual thread
 * has none, because there may be a million of them, each allocating a buffer or two in
 * its life. They share a few <i>stripes</i>, enough for all that can run at the same
 * time, on up to 64 cores.
 *
 * <p>Any thread may call any method. None waits.
 */
final class Caches {
  static final int MOST_STRIPES = 64;

  // 2^64 divided by the golden ratio: multiplying by it spreads numbers close to each
  // other.
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final ThreadLocal<BufferCache> own; // null: no thread has its own
  private final Stripe[] stripes;

  /**
   * Makes empty caches.
   *
   * @param depots by size class
   * @param epochs tells when to trim
   * @param ofOwn whether platform threads have their own caches
   * @param count the number of stripes, a power of two
   */
  Caches(Depot[] depots, Epochs epochs, boolean ofOwn, int count) {
    // Captures depots only: see BufferCache.
    own = ofOwn ? ThreadLocal.withInitial(() -> new BufferCache(depots, epochs)) : null;
    stripes = new Stripe[count];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new Stripe(new BufferCache(depots, epochs));
    }
  }

  /** Returns enough stripes: a power of two, at least twice the cores, or the most. */
  static int stripeCount(int cores) {
    return Math.min(MOST_STRIPES, 2 * Integer.highestOneBit(2 * cores - 1));
  }

  /** Returns the calling thread's own cache; null if it has none. */
  BufferCache own() {
    return own == null || VirtualThreads.isCurrent() ? null : own.get();
  }

  /**
   * Takes a buffer from a stripe.
   *
   * @param sizeClass the buffer's size class
   * @return null if there is none, or if all stripes are taken
   */
  // --8<-- [start:stripes]
  PooledBuffer takeShared(int sizeClass) {
    Stripe stripe = enter();
    if (stripe == null) {
      return null;
    }
    try {
      return stripe.cache().take(sizeClass);
    } finally {
      stripe.leave();
    }
  }

  /**
   * Adds a buffer to a stripe, or leaves it to the garbage collector if all are taken.
   *
   * @param buffer one that is not on loan, and in no cache
   */
  void putShared(PooledBuffer buffer) {
    Stripe stripe = enter();
    if (stripe == null) {
      return;
    }
    try {
      stripe.cache().put(buffer);
    } finally {
      stripe.leave();
    }
  }

  private Stripe enter() {
    int first = (int) (Thread.currentThread().getId() * GOLDEN_RATIO >>> 32);
    for (int i = 0; i < stripes.length; i++) {
      Stripe stripe = stripes[first + i & stripes.length - 1];
      if (stripe.tryEnter()) {
        return stripe;
      }
    }
    return null;
  }
  // --8<-- [end:stripes]

  /**
   * Leaves the buffers in the stripes and in the calling thread's own cache to the
   * garbage collector. A stripe in use stays as it is.
   */
  void clear() {
    for (Stripe stripe : stripes) {
      if (stripe.tryEnter()) {
        try {
          stripe.cache().clear();
        } finally {
          stripe.leave();
        }
      }
    }
    if (own != null) {
      own.remove();
    }
  }

  /**
   * Returns the number of buffers in the stripes, except those in use.
   *
   * @param sizeClass the buffers' size class
   */
  int buffersShared(int sizeClass) {
    int buffers = 0;
    for (Stripe stripe : stripes) {
      if (stripe.tryEnter()) {
        try {
          buffers += stripe.cache().buffers(sizeClass);
        } finally {
          stripe.leave();
        }
      }
    }
    return buffers;
  }
}
