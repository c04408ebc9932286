package allocpool.pools;

/** How many objects a pool may hold. */
final class Capacity {
  /** The most, because an array of references has to hold them. */
  static final int MOST = 1 << 26;

  private Capacity() {}

  /**
   * Checks a number of objects.
   *
   * @param what it is the number of
   * @param number as somebody gave it
   * @return the same
   * @throws IllegalArgumentException if it is not in 1 to {@value #MOST}
   */
  static int check(String what, int number) {
    if (number < 1 || number > MOST) {
      throw new IllegalArgumentException(
          what + " " + number + " is not in 1 to " + MOST);
    }
    return number;
  }
}
