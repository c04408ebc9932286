package allocpool.pools;

/**
 * A pool for any number of threads: a lock around a single-threaded one, and nothing
 * else. New objects are made while the lock is held.
 *
 * @param <T> the objects
 */
public final class SynchronizedPool<T> implements Pool<T> {
  private final Pool<T> inside;

  /**
   * Shares a pool that must only be used through this one.
   *
   * @param inside the pool that holds the objects
   */
  public SynchronizedPool(Pool<T> inside) {
    this.inside = inside;
  }

  @Override
  public synchronized T take() {
    return inside.take();
  }

  @Override
  public synchronized void release(T object) {
    inside.release(object);
  }
}
