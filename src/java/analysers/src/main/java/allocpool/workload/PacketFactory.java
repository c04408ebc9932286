package allocpool.workload;

/**
 * Makes packets, and takes back the memory of those that no strategy keeps. Not
 * thread-safe.
 *
 * <p>This is an abstract class for the reason given in the package description. As an
 * interface whose {@link #destroy} does nothing by default, it costs a real call per
 * packet on JDK 11.
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
   * @throws IllegalStateException if there is no memory left
   */
  public abstract P create();

  /**
   * Takes a packet's memory back.
   *
   * @param packet one that {@link #create()} made and that is no longer in use, once
   */
  public abstract void destroy(P packet);

  /** Releases the memory of all packets, none of which may be used after that. */
  public abstract void close();
}
