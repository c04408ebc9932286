package allocpool.flat;

import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;

/**
 * Where handles come from and where they go: a strategy for packets that are numbers. Not
 * thread-safe.
 *
 * <p>There is no allocation here, so there are two strategies only. They are made by
 * static methods that return this class, so that a program loads no other one than its
 * own, and calls of it are monomorphic.
 */
abstract class Handles {

  /**
   * Makes the handles of a strategy.
   *
   * @param strategy one that does not allocate
   * @param sizes the case's sizes
   * @return new ones, for as many slots as {@link StrategyKind#mostPackets} says
   * @throws IllegalArgumentException if it is a strategy that allocates
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
   * Gives a handle.
   *
   * @return one that nobody else uses (with {@code dummy}: the only one)
   */
  abstract int take();

  /**
   * Takes a handle back that nobody uses any more.
   *
   * @param handle one that {@link #take()} gave, at most once each time
   */
  abstract void giveBack(int handle);
}
