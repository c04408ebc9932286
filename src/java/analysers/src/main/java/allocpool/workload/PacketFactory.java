package allocpool.workload;

/**
 * Makes packets, and takes back the memory of those that no strategy keeps. Not thread-
 * safe.
 *
 * <p>An abstract class, for the reason that the package gives. As an interface whose
 * {@link #destroy} does nothing by default it costs a real call per packet on JDK 11.
 *
 * @param <P> the implementation's packet
 */
public abstract class PacketFactory<P> {
  /** Makes a factory. */
  protected PacketFactory() {}

  /**
   * Makes a packet.
   *
   * @return a new one, whose bytes need not be cleared
   * @throws IllegalStateException if there is no memory left to make it from
   */
  public abstract P create();

  /**
   * Takes the memory of a packet back.
   *
   * @param packet one that {@link #create()} made and that nobody uses any more, once
   */
  public abstract void destroy(P packet);

  /** Gives back the memory of all packets, of which none may be used after that. */
  public abstract void close();
}
