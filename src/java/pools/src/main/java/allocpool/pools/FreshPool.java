package allocpool.pools;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * No pool: every object is new, and released ones are left to the collector. Any thread
 * may call, if the factory is thread-safe.
 *
 * @param <T> the objects
 */
public final class FreshPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;

  /**
   * Makes a pool that holds nothing.
   *
   * @param factory makes the objects
   */
  public FreshPool(Supplier<? extends T> factory) {
    this.factory = factory;
  }

  @Override
  public T take() {
    return factory.get();
  }

  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
  }
}
