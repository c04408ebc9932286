package allocpool.pools;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A queue on an {@link ArrayDeque}: the object that was released first is taken first, so
 * all of them circulate. An empty pool makes a new object; a full one leaves a released
 * object to the collector.
 *
 * @param <T> the objects
 */
public final class DequeQueuePool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final int capacity;
  private final ArrayDeque<T> free;

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects
   * @param capacity the number of objects it holds, 1 to 2^26
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public DequeQueuePool(Supplier<? extends T> factory, int capacity) {
    this.factory = factory;
    this.capacity = Capacity.check("capacity", capacity);
    free = new ArrayDeque<>(capacity);
    for (int i = 0; i < capacity; i++) {
      free.addLast(factory.get());
    }
  }

  @Override
  public T take() {
    T object = free.pollFirst();
    return object != null ? object : factory.get();
  }

  // --8<-- [start:deque-queue]
  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
    if (free.size() < capacity) {
      free.addLast(object);
    }
  }
  // --8<-- [end:deque-queue]
}
