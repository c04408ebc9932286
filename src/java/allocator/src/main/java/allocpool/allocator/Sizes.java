package allocpool.allocator;

/** The sizes that a program may ask for. */
final class Sizes {
  private Sizes() {}

  /**
   * Refuses what is no size. Zero is refused, too: nothing could be put into such a
   * buffer, and where it is asked for, a length went wrong before.
   *
   * @param size in bytes
   * @return the same
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
