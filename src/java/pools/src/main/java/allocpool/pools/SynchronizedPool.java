package allocpool.pools;

/**
 * A pool for any number of threads, of one that is for a single thread: a lock around it,
 * and nothing else. New objects are made while the lock is held.
 *
 * @param <T> the objects
 */
public final class SynchronizedPool<T> implements Pool<T> {
  private final Pool<T> inside;

  /**
   * Shares a pool that nobody uses but through this one.
   *
   * @param inside where the objects are
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
