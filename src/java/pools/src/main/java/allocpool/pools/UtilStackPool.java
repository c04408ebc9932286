package allocpool.pools;

import java.util.Objects;
import java.util.Stack;
import java.util.function.Supplier;

/**
 * A {@link Stack}, from Java 1.0. Nearly all its methods are synchronized, and some call
 * each other. An empty pool makes a new object; a full one leaves a released object to
 * the collector.
 *
 * @param <T> the objects
 */
public final class UtilStackPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final int capacity;
  private final Stack<T> free = new Stack<>();

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects
   * @param capacity the number of objects it holds, 1 to 2^26
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public UtilStackPool(Supplier<? extends T> factory, int capacity) {
    this.factory = factory;
    this.capacity = Capacity.check("capacity", capacity);
    free.ensureCapacity(capacity);
    for (int i = 0; i < capacity; i++) {
      free.push(factory.get());
    }
  }

  // --8<-- [start:util-stack]
  @Override
  public T take() {
    return free.isEmpty() ? factory.get() : free.pop();
  }

  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
    if (free.size() < capacity) {
      free.push(object);
    }
  }
  // --8<-- [end:util-stack]
}
