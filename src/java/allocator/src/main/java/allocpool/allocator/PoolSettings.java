package allocpool.allocator;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A pool's settings. Each method changes one setting and returns this object; an
 * allocator reads them once, when it is made. Not thread-safe.
 *
 * <p>By default, a pool keeps less than 4 MB for each cache of a thread or of several,
 * and less than 64 MB in its depots; both only while needed, within the limits that
 * {@link PoolingAllocator} states.
 */
public final class PoolSettings {
  private static final int LARGEST_MAGAZINE = 16;
  private static final int MOST_SHARED_BUFFERS = 4096;

  final Memory memory;
  int smallest = 64;
  int largest = 256 * 1024;
  int bytesPerThread = 512 * 1024;
  int bytesShared = 4 * 1024 * 1024;
  boolean clearing;
  boolean ownCaches = true;
  int stripes = Caches.stripeCount(Runtime.getRuntime().availableProcessors());
  long epoch = Duration.ofSeconds(1).toNanos();
  LongSupplier clock = System::nanoTime;

  private PoolSettings(Memory memory) {
    this.memory = memory;
  }

  /**
   * Returns the default settings.
   *
   * @param memory the place of the buffers' bytes
   * @return new settings
   */
  public static PoolSettings of(Memory memory) {
    return new PoolSettings(memory);
  }

  /**
   * Sets which buffers are pooled.
   *
   * @param smallest the smallest capacity in bytes, a power of two
   * @param largest the largest capacity, also a power of two, up to 2^30; larger buffers
   *     are allocated for one use
   * @return these settings
   * @throws IllegalArgumentException when an allocator is made, if these are invalid
   */
  public PoolSettings sizes(int smallest, int largest) {
    this.smallest = smallest;
    this.largest = largest;
    return this;
  }

  /**
   * Sets the size of a thread's cache, for each size class.
   *
   * @param bytes 0 or more; at least two buffers are kept, and never more than 32
   * @return these settings
   */
  public PoolSettings bytesPerThread(int bytes) {
    bytesPerThread = notNegative(bytes);
    return this;
  }

  /**
   * Sets the size of the shared depot, for each size class.
   *
   * @param bytes 0 or more; at least two magazines are kept, and never more than 4,096
   *     buffers
   * @return these settings
   */
  public PoolSettings bytesShared(int bytes) {
    bytesShared = notNegative(bytes);
    return this;
  }

  /**
   * Overwrites each buffer that is kept with zeros when it is released, so that a
   * borrower never reads another's data. (A buffer larger than the largest pooled size is
   * never lent again, and left as it is.)
   *
   * @return these settings
   */
  public PoolSettings clearing() {
    clearing = true;
    return this;
  }

  /**
   * Lets platform threads share a few caches, as virtual ones do: for programs with very
   * many platform threads.
   *
   * @return these settings
   */
  public PoolSettings sharedCaches() {
    ownCaches = false;
    return this;
  }

  /**
   * Sets the number of caches for threads without their own.
   *
   * @param count a power of two from 1 to 64; by default about twice the number of cores
   * @return these settings
   */
  public PoolSettings stripes(int count) {
    if (Integer.bitCount(count) != 1 || count < 1 || count > Caches.MOST_STRIPES) {
      throw new IllegalArgumentException(
          count + " caches to share: it is a power of two from 1 to "
              + Caches.MOST_STRIPES);
    }
    stripes = count;
    return this;
  }

  /**
   * Sets how long unneeded buffers are kept.
   *
   * @param length more than zero; at the end of the first epoch in which they were not
   *     needed, a thread's buffers go to the depot, and the depot's to the garbage
   *     collector
   * @return these settings
   */
  public PoolSettings epoch(Duration length) {
    if (length.isZero() || length.isNegative()) {
      throw new IllegalArgumentException(
          "an epoch of " + length + ": it is longer than 0");
    }
    epoch = length.toNanos();
    return this;
  }

  /** Sets another clock, in ns, for tests. */
  PoolSettings clock(LongSupplier clock) {
    this.clock = clock;
    return this;
  }

  /** Returns the number of buffers in a magazine: half of a thread's. */
  int perMagazine(int capacity) {
    return Math.max(1, Math.min(bytesPerThread / 2 / capacity, LARGEST_MAGAZINE));
  }

  /** Returns the number of shared magazines: a power of two, at least two. */
  int magazines(int capacity) {
    int buffers = Math.min(bytesShared / capacity, MOST_SHARED_BUFFERS);
    return Math.max(2, Integer.highestOneBit(buffers / perMagazine(capacity)));
  }

  private static int notNegative(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes: it is 0 or more");
    }
    return bytes;
  }
}
