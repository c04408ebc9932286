package driver;

/**
 * 62-bit random numbers, unpredictable without the seed: SplitMix64, by Sebastiano
 * Vigna. The judge draws the same.
 */
final class Drawn {
  private long state;

  Drawn(long seed) {
    state = seed;
  }

  long next() {
    state += 0x9e3779b97f4a7c15L;
    long mixed = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return (mixed ^ mixed >>> 31) >>> 2;
  }
}
