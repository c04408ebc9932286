package allocpool.workload;

import java.util.function.Supplier;

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
    <P> Strategy<P> create(Supplier<P> factory, Sizes sizes) {
      return Dummy.create(factory);
    }
  },
  /** Allocate every packet. */
  ALLOC {
    @Override
    <P> Strategy<P> create(Supplier<P> factory, Sizes sizes) {
      return Alloc.create(factory);
    }
  },
  /** A pool that is enough for the lighter cases, and allocation beyond it. */
  MIX {
    @Override
    <P> Strategy<P> create(Supplier<P> factory, Sizes sizes) {
      return Pool.create(factory, sizes.mixPool);
    }
  },
  /** A pool that is enough for every case. */
  POOL {
    @Override
    <P> Strategy<P> create(Supplier<P> factory, Sizes sizes) {
      return Pool.create(factory, sizes.pool);
    }
  };

  /**
   * Makes the strategy, and the packets that it holds in advance.
   *
   * @param <P> the implementation's packet
   * @param factory makes one packet, whose buffer need not be cleared
   * @param sizes how large a pool is
   * @return a new strategy
   */
  abstract <P> Strategy<P> create(Supplier<P> factory, Sizes sizes);
}
