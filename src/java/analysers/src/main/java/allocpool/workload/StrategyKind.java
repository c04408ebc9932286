package allocpool.workload;

/**
 * A program's strategies.
 *
 * <p>Static methods that return the abstract class make them. A constructor call here
 * would make the verifier load all of them, and their calls would cease to be
 * monomorphic.
 */
public enum StrategyKind {
  /** One packet for all uses: the lower bound of every other time. */
  DUMMY {
    @Override
    <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes) {
      return Dummy.create(factory);
    }

    @Override
    public int mostPackets(Sizes sizes) {
      return 1;
    }
  },
  /** Allocate every packet. */
  ALLOC {
    @Override
    <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes) {
      return Alloc.create(factory);
    }

    @Override
    public int mostPackets(Sizes sizes) {
      return inUse(sizes);
    }
  },
  /** A pool large enough for the lighter cases, and allocation beyond it. */
  MIX {
    @Override
    <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes) {
      return Pool.create(factory, sizes.mixPool);
    }

    @Override
    public int mostPackets(Sizes sizes) {
      return Math.max(sizes.mixPool, inUse(sizes));
    }
  },
  /** A pool large enough for every case. */
  POOL {
    @Override
    <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes) {
      return Pool.create(factory, sizes.pool);
    }

    @Override
    public int mostPackets(Sizes sizes) {
      return Math.max(sizes.pool, inUse(sizes));
    }
  };

  /**
   * Makes the strategy, and the packets that it holds in advance.
   *
   * @param <P> the implementation's packet
   * @param factory makes the packets
   * @param sizes the pools' sizes
   * @return a new strategy
   */
  abstract <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes);

  /**
   * Returns the most packets that exist at a time: those in use, or those held in advance
   * if that is more.
   *
   * @param sizes the case's sizes
   * @return the number of packets to provide memory for
   */
  public abstract int mostPackets(Sizes sizes);

  /** Counts the full queue, the full store, and one packet just received. */
  private static int inUse(Sizes sizes) {
    return sizes.queue + sizes.stored + 1;
  }
}
