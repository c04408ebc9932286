package allocpool.allocator;

/** The sizes that a program may request. */
final class Sizes {
  private Sizes() {}

  /**
   * Rejects invalid sizes. Zero is rejected, too: such a buffer is of no use, and a
   * request for it means that a length was computed wrongly.
   *
   * @param size in bytes
   * @return the same size
   * @throws IllegalArgumentException if it is zero or negative
   */
  static int positive(int size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "a buffer of " + size + " bytes was asked for; it has 1 or more");
    }
    return size;
  }
}
