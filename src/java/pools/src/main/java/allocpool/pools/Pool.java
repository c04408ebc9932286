package allocpool.pools;

import java.util.NoSuchElementException;

/**
 * Objects that are used again. Whoever takes one out has it alone, until it is released;
 * what the user before left in it is still there.
 *
 * <p>What is released must have been taken from this pool and not been released since,
 * and its user must forget it. No pool checks that, for it would cost more than the pool
 * itself; {@link CheckingPool} does it for those who ask.
 *
 * <p>A pool belongs to one thread, unless its class says otherwise.
 *
 * @param <T> the objects
 */
// --8<-- [start:pool]
public interface Pool<T> {
  /**
   * Takes an object out.
   *
   * @return one that nobody else has
   * @throws NoSuchElementException if none is left and the pool makes no more
   */
  T take();

  /**
   * Gives an object back.
   *
   * @param object one that was taken and not released since
   * @throws NullPointerException if it is null
   */
  void release(T object);
}
// --8<-- [end:pool]
