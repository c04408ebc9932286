package allocpool.pools;

import java.util.NoSuchElementException;

/**
 * A pool of reusable objects. The thread that takes one has it alone until it releases
 * it; the previous user's data is still in it.
 *
 * <p>A released object must have been taken from this pool and not been released since,
 * and its user must drop its reference. No pool checks that, because it would cost more
 * than the pool itself; {@link CheckingPool} does.
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
   * @return one that has no other user
   * @throws NoSuchElementException if none is left and the pool does not grow
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
