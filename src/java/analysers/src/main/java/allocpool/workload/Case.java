package allocpool.workload;

/** The three loads: few packets in use, a good part of the pool, nearly all of it. */
public enum Case {
  // --8<-- [start:cases]
  /** Packets are received, parsed and mostly given back immediately. */
  A(10_000, 10_000),
  /** Many packets are in use, but far fewer than the pool holds. */
  B(100_000, 100_000),
  /** Nearly every packet of the pool is in use. */
  C(495_000, 495_000);
  // --8<-- [end:cases]

  private static final int POOL = 1_000_000;
  private static final int MIX_POOL = 200_000;

  private final int queue;
  private final int stored;

  Case(int queue, int stored) {
    this.queue = queue;
    this.stored = stored;
  }

  /**
   * Returns the case's sizes.
   *
   * @param scale the divisor: 1 for measurements, 100 for quick tests
   * @return the sizes
   */
  public Sizes sizes(int scale) {
    return new Sizes(POOL, MIX_POOL, queue, stored, scale);
  }
}
