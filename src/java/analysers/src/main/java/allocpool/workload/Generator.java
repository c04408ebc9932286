package allocpool.workload;

/**
 * A sequence of 64-bit numbers from which packets are made. Two instances of the same
 * kind with the same seed give the same numbers in every language. Not thread-safe.
 */
public abstract class Generator {
  Generator() {}

  /**
   * Advances by one.
   *
   * @return the next number, with 64 significant bits
   */
  public abstract long next();

  /** The kinds of generator; static methods make them, so that only one is loaded. */
  public enum Kind {
    /** 0, 1, 2 and so on. */
    COUNTER {
      @Override
      Generator create(long seed) {
        return Counter.create();
      }
    },
    /** Pseudo-random numbers, the same in every run. */
    RANDOM {
      @Override
      Generator create(long seed) {
        return SplitMix64.create(seed);
      }
    };

    // --8<-- [start:two-generators]
    private static final long SOURCE_SEED = 1;
    private static final long STORE_SEED = 2;

    abstract Generator create(long seed);

    /**
     * Returns the generator of packets.
     *
     * @return a new one, at its start
     */
    public Generator forSource() {
      return create(SOURCE_SEED);
    }

    /**
     * Returns the generator of store slots. It is independent of the other, because
     * packets must not depend on how many of them are waiting in the queue.
     *
     * @return a new one, at its start
     */
    public Generator forStore() {
      return create(STORE_SEED);
    }
    // --8<-- [end:two-generators]
  }
}
