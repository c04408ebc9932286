package allocpool.flat;

import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;

/**
 * The source of handles, which takes them back: a strategy for packets that are numbers.
 * Not thread-safe.
 *
 * <p>Nothing is allocated here, so there are only two strategies. Static methods that
 * return this class make them, so that a program loads only its own, and calls are
 * monomorphic.
 */
abstract class Handles {

  /**
   * Makes the handles of a strategy.
   *
   * @param strategy one that does not allocate
   * @param sizes the case's sizes
   * @return new ones, for {@link StrategyKind#mostPackets} slots
   * @throws IllegalArgumentException if the strategy allocates
   */
  static Handles of(StrategyKind strategy, Sizes sizes) {
    if (strategy == StrategyKind.POOL) {
      return HandlePool.create(strategy.mostPackets(sizes));
    }
    if (strategy == StrategyKind.DUMMY) {
      return OneHandle.create();
    }
    throw new IllegalArgumentException("strategy " + strategy + " is none of "
        + StrategyKind.DUMMY + ", " + StrategyKind.POOL);
  }

  /**
   * Returns a handle.
   *
   * @return one that is not in use (with {@code dummy}: the only one)
   */
  abstract int take();

  /**
   * Takes back a handle that is no longer in use.
   *
   * @param handle one from {@link #take()}, given back at most once each time
   */
  abstract void giveBack(int handle);
}
