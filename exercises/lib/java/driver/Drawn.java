package driver;

/**
 * 62-bit random numbers, unpredictable without the seed. The judge draws the same.
 *
 * <p>Each is the sum of two numbers of SplitMix64, by Sebastiano Vigna. A single one could
 * be calculated backwards, to its state and so to all that follow; of a sum neither part
 * is known.
 */
final class Drawn {
  private long one;
  private long other;

  Drawn(long seed) {
    one = seed;
    other = mixed(~seed);
  }

  long next() {
    one += 0x9e3779b97f4a7c15L;
    other += 0xd1342543de82ef95L;
    return (mixed(one) + mixed(other)) >>> 2;
  }

  private static long mixed(long state) {
    long once = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
    long twice = (once ^ once >>> 27) * 0x94d049bb133111ebL;
    return twice ^ twice >>> 31;
  }
}
