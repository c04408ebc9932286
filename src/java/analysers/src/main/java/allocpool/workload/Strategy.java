package allocpool.workload;

/**
 * The source of packets, which takes them back: the course's question. Not thread-safe.
 *
 * @param <P> the implementation's packet
 */
public abstract class Strategy<P> {
  Strategy() {}

  /**
   * Returns a packet to fill.
   *
   * @return a packet that is not in use (with {@code dummy}: the only packet)
   */
  abstract P acquire();

  /**
   * Takes back a packet that is no longer in use.
   *
   * @param packet one from {@link #acquire()}, given back at most once each time
   */
  abstract void release(P packet);
}
