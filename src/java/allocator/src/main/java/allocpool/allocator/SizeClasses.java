package allocpool.allocator;

/**
 * The sizes of pooled buffers: all powers of two from a smallest to a largest one. A
 * request gets the smallest that it fits into, so up to half of a buffer may be left
 * over.
 *
 * <p>The class of a size is read from a table indexed by its number of leading zeros. So
 * there is nothing to compare, and invalid or too large sizes have a class number of
 * their own.
 *
 * <p>Immutable.
 */
final class SizeClasses {
  private static final int LARGEST = 1 << 30;

  private final int smallest;
  private final int count;
  private final byte[] byLeadingZeros = new byte[Integer.SIZE + 1];

  /**
   * Makes the classes.
   *
   * @param smallest a power of two
   * @param largest a power of two, not less than the smallest, at most 2^30
   * @throws IllegalArgumentException if they are not
   */
  SizeClasses(int smallest, int largest) {
    if (Integer.bitCount(smallest) != 1 || Integer.bitCount(largest) != 1
        || smallest < 1 || largest < smallest || largest > LARGEST) {
      throw new IllegalArgumentException("size classes from " + smallest + " to "
          + largest + " bytes: both are powers of two from 1 to " + LARGEST
          + ", in this order");
    }
    this.smallest = smallest;
    int first = Integer.numberOfTrailingZeros(smallest);
    count = Integer.numberOfTrailingZeros(largest) - first + 1;
    // --8<-- [start:class-table]
    for (int zeros = 0; zeros <= Integer.SIZE; zeros++) {
      int exponent = Integer.SIZE - zeros; // of the smallest sufficient power of two
      int sizeClass = Math.max(exponent - first, 0);
      byLeadingZeros[zeros] = (byte) Math.min(sizeClass, count);
    }
    // --8<-- [end:class-table]
  }

  /** Returns the number of classes, which also stands for all sizes without a class. */
  int count() {
    return count;
  }

  /**
   * Returns the class of a size.
   *
   * @param size any number
   * @return from 0 to {@link #count()} - 1; {@link #count()} if the size is zero,
   *     negative, or too large
   */
  // --8<-- [start:class-of]
  int of(int size) {
    return byLeadingZeros[Integer.numberOfLeadingZeros(size - 1)];
  }
  // --8<-- [end:class-of]

  /**
   * Returns the capacity of a class's buffers.
   *
   * @param sizeClass from 0 to {@link #count()} - 1
   * @return the capacity in bytes
   */
  int capacity(int sizeClass) {
    return smallest << sizeClass;
  }
}
