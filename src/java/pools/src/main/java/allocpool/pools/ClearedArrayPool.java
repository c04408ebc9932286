package allocpool.pools;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * A stack on an array that is filled from the start, in its obvious form: taking an
 * object clears its slot. An empty pool makes a new object; a full one leaves a released
 * object to the collector.
 *
 * @param <T> the objects
 */
public final class ClearedArrayPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final T[] slots;
  private int free; // slots below this index hold an object

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects
   * @param capacity the number of objects it holds, 1 to 2^26
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public ClearedArrayPool(Supplier<? extends T> factory, int capacity) {
    this.factory = factory;
    @SuppressWarnings("unchecked") // Nobody outside ever sees the array.
    T[] made = (T[]) new Object[Capacity.check("capacity", capacity)];
    slots = made;
    while (free < capacity) {
      slots[free++] = factory.get();
    }
  }

  // --8<-- [start:cleared-array]
  @Override
  public T take() {
    if (free == 0) {
      return factory.get();
    }
    T object = slots[--free];
    slots[free] = null; // The pool must not keep taken objects alive.
    return object;
  }

  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
    if (free < slots.length) {
      slots[free++] = object;
    }
  }
  // --8<-- [end:cleared-array]
}
