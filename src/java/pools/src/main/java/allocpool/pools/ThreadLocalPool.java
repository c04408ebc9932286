package allocpool.pools;

import java.util.function.Supplier;

/**
 * A pool for each thread that asks: a {@link StickyPool} in a thread-local variable. Any
 * number of threads may use it; they share nothing, so nothing has to be made visible and
 * nobody waits. An empty pool makes a new object; a full one leaves a released object to
 * the collector.
 *
 * <p>The price: an object stays where it was released. A thread that only takes gets a
 * new object each time once its pool is empty, and one that only releases keeps what fits
 * and drops the rest; {@link MagazinePool} serves both. Every thread that asks gets a
 * full pool, which lives as long as the thread, so it suits a few long-lived threads.
 *
 * <p>An object that is handed to another thread while it is taken must be published
 * safely; the pool does not see to that.
 *
 * @param <T> the objects
 */
public final class ThreadLocalPool<T> implements Pool<T> {
  private final ThreadLocal<StickyPool<T>> pools;

  /**
   * Makes a pool that is filled for each thread on its first use there.
   *
   * @param factory makes the objects, in any thread
   * @param capacity the number of objects it holds for each thread, 1 to 2^26
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
