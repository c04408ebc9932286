package exercise;

import java.nio.ByteOrder;

/**
 * Lends buffers and keeps what comes back, to lend it again. The capacities of those that
 * it keeps are powers of two, the size classes, from a smallest to a largest one. For one
 * thread.
 */
public final class SizeClassAllocator {
  // Your code here.

  /**
   * Makes an allocator that keeps nothing yet.
   *
   * @param smallest capacity of the smallest class in bytes, a power of two
   * @param largest the same of the largest one, not less
   * @param bound so many bytes of each class are kept at most, 0 or more
   */
  public SizeClassAllocator(int smallest, int largest, int bound) {
    // Your code here.
  }

  /**
   * Lends a buffer: the one of its class that was released last, or else a new one.
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
   * Takes a buffer back, and keeps it if there is room in its class.
   *
   * @return false, and nothing is done, if this allocator has not lent it, or not since
   *     it was released last
   */
  public boolean release(Buffer buffer) {
    // Your code here.
    return false;
  }

  /** How many bytes are kept, in the buffers of all classes. */
  public long retained() {
    // Your code here.
    return 0;
  }

  /**
   * Lets go of each buffer that was kept when this was called the last time, and has not
   * been lent since: nobody needs it.
   *
   * @return how many bytes these were
   */
  public long trim() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
