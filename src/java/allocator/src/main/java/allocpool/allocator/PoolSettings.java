package allocpool.allocator;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What a pool keeps, and how. Each method changes one setting and returns this object; an
 * allocator reads it once, when it is made. Not thread-safe.
 *
 * <p>With the settings as they are at first, a pool keeps less than 4 MB for each cache
 * of a thread or of several, and less than 64 MB in its depots; and both only while they
 * are needed, as far as somebody comes to see: {@link PoolingAllocator} tells.
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
   * Begins with the usual settings.
   *
   * @param memory where buffers lie
   * @return new settings
   */
  public static PoolSettings of(Memory memory) {
    return new PoolSettings(memory);
  }

  /**
   * Sets which buffers are pooled.
   *
   * @param smallest the smallest capacity in bytes, a power of two
   * @param largest the largest one, the same, up to 2^30; what is larger is allocated
   *     for one use
   * @return these settings
   * @throws IllegalArgumentException when an allocator is made of sizes that are none
   */
  public PoolSettings sizes(int smallest, int largest) {
    this.smallest = smallest;
    this.largest = largest;
    return this;
  }

  /**
   * Sets how much a thread may have at hand, of each size class.
   *
   * @param bytes 0 or more; two buffers are kept in any case, and never more than 32
   * @return these settings
   */
  public PoolSettings bytesPerThread(int bytes) {
    bytesPerThread = notNegative(bytes);
    return this;
  }

  /**
   * Sets how much all threads share, of each size class.
   *
   * @param bytes 0 or more; two magazines are kept in any case, and never more than 4,096
   *     buffers
   * @return these settings
   */
  public PoolSettings bytesShared(int bytes) {
    bytesShared = notNegative(bytes);
    return this;
  }

  /**
   * Overwrites each buffer that is kept with zeros when it is released, so that nobody
   * reads what was somebody else's. (One that is larger than the largest pooled size is
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
   * many of them.
   *
   * @return these settings
   */
  public PoolSettings sharedCaches() {
    ownCaches = false;
    return this;
  }

  /**
   * Sets how many caches those threads share that have none of their own.
   *
   * @param count a power of two from 1 to 64; as usual, twice as many as there are cores
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
   * Sets for how long buffers are kept that nobody needs.
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

  /** How many buffers of a capacity are moved at a time: half of a thread's. */
  int perMagazine(int capacity) {
    return Math.max(1, Math.min(bytesPerThread / 2 / capacity, LARGEST_MAGAZINE));
  }

  /** How many magazines of such buffers are shared: a power of two, at least two. */
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
