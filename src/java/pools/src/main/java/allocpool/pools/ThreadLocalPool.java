package allocpool.pools;

import java.util.function.Supplier;

/**
 * A pool for each thread that asks: a {@link StickyPool} in a variable of the thread. Any
 * number of threads, and nothing is shared, so that nothing has to be made visible and
 * nobody waits. An empty pool makes another object; a full one leaves what it is given to
 * the collector.
 *
 * <p>The price: an object stays where it was released. A thread that only takes makes all
 * that it takes, and one that only releases keeps what fits and drops the rest; a pool
 * that serves them both is {@link MagazinePool}. Every thread that asks gets a full pool,
 * which lives as long as the thread: it is for threads that are few and live long.
 *
 * <p>An object that is handed to another thread while it is taken has to be handed over
 * safely; the pool does not see to that.
 *
 * @param <T> the objects
 */
public final class ThreadLocalPool<T> implements Pool<T> {
  private final ThreadLocal<StickyPool<T>> pools;

  /**
   * Makes a pool that is full for each thread, from when it is used there.
   *
   * @param factory makes the objects, in any thread
   * @param capacity how many it holds for each thread, 1 to 2^26
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public ThreadLocalPool(Supplier<? extends T> factory, int capacity) {
    Capacity.check("capacity", capacity);
    pools = ThreadLocal.withInitial(
        () -> new StickyPool<>(factory, capacity, WhenEmpty.MAKE));
  }

  @Override
  public T take() {
    return pools.get().take();
  }

  @Override
  public void release(T object) {
    pools.get().release(object);
  }
}
