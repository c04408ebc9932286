package exercise;

import java.nio.ByteOrder;

/**
 * Lends buffers, and keeps those that come back, to lend them again. The capacities of
 * kept buffers are powers of two, the size classes, from a smallest to a largest one. For
 * one thread.
 */
public final class SizeClassAllocator {
  // Your code here.

  /**
   * Makes an allocator that keeps nothing yet.
   *
   * @param smallest capacity of the smallest class in bytes, a power of two
   * @param largest capacity of the largest class in bytes, a power of two, not less
   * @param bound the most bytes that are kept in each class, 0 or more
   */
  public SizeClassAllocator(int smallest, int largest, int bound) {
    // Your code here.
  }

  /**
   * Lends a buffer: the one in its class that was released last, or else a new one.
   *
   * @param size in bytes, any number
   * @return a buffer whose position is 0, whose limit is the size, and whose byte order
   *     is big-endian; null if the size is zero or negative
   */
  public Buffer allocate(int size) {
    // Your code here.
    return null;
  }

  /**
   * Takes back a buffer, and keeps it if there is room in its class.
   *
   * @return false, and nothing is done, if this allocator hasn't lent it, or not since
   *     its last release
   */
  public boolean release(Buffer buffer) {
    // Your code here.
    return false;
  }

  /** The number of bytes kept, in all classes. */
  public long retained() {
    // Your code here.
    return 0;
  }

  /**
   * Drops each buffer that was kept at the last call of this method and hasn't been lent
   * since, because it isn't needed.
   *
   * @return the number of bytes dropped
   */
  public long trim() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
