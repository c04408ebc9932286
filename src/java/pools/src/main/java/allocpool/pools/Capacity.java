package allocpool.pools;

/** The range of a pool's capacity. */
final class Capacity {
  /** The upper bound: an array of references has to hold the objects. */
  static final int MOST = 1 << 26;

  private Capacity() {}

  /**
   * Checks a number of objects.
   *
   * @param what the number's name, for the error's message
   * @param number the number to check
   * @return the same number
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
