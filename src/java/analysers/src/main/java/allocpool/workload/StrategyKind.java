package allocpool.workload;

/**
 * The strategies that a program can be told to use.
 *
 * <p>They are made by static methods that return the abstract class. A constructor here
 * would make the verifier load all of them, and calls of them would cease to be
 * monomorphic.
 */
public enum StrategyKind {
  /** One packet for all: the floor below every other time. */
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
  /** A pool that is enough for the lighter cases, and allocation beyond it. */
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
  /** A pool that is enough for every case. */
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
   * @param sizes how large a pool is
   * @return a new strategy
   */
  abstract <P> Strategy<P> create(PacketFactory<P> factory, Sizes sizes);

  /**
   * How many packets exist at a time, at the most: those in use, or those held in advance
   * where that is more.
   *
   * @param sizes the case's sizes
   * @return packets for which there has to be memory
   */
  public abstract int mostPackets(Sizes sizes);

  /** The queue and the store, full, and a packet that has just been received. */
  private static int inUse(Sizes sizes) {
    return sizes.queue + sizes.stored + 1;
  }
}
