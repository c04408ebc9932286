package allocpool.workload;

/**
 * Where packets come from and where they go: the question of the course. Not thread-safe.
 *
 * @param <P> the implementation's packet
 */
public abstract class Strategy<P> {
  Strategy() {}

  /**
   * Gives a packet to fill.
   *
   * @return a packet that nobody else uses (with {@code dummy}: the only packet)
   */
  abstract P acquire();

  /**
   * Takes a packet back that nobody uses any more.
   *
   * @param packet one that {@link #acquire()} gave, at most once each time
   */
  abstract void release(P packet);
}
