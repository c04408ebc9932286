package allocpool.workload;

/**
 * The pseudo-random numbers of Steele, Lea and Flood, "Fast splittable pseudorandom
 * number generators" (OOPSLA 2014): a counter with a large odd step, whose bits are mixed
 * on output.
 */
final class SplitMix64 extends Generator {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  SplitMix64(long seed) {
    state = seed;
  }

  static Generator create(long seed) {
    return new SplitMix64(seed);
  }

  // --8<-- [start:split-mix]
  @Override
  public long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  static long mix(long bits) {
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }
  // --8<-- [end:split-mix]
}
