package allocpool.pools;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * A pool for any number of threads: each has two magazines of its own, and goes to a
 * common depot only when both are empty, or both full. With a single one, a thread that
 * takes and releases at a magazine's border would go there each time. The design is that
 * of Jeff Bonwick and Jonathan Adams ("Magazines and Vmem", USENIX 2001).
 *
 * <p>An empty pool makes a new object; when the depot is full, a released object is left
 * to the collector. So the pool keeps the depot's objects and two magazines for each
 * thread that uses it. The magazines of a thread that ends are lost to the pool, so it
 * does not suit many short-lived threads, such as virtual ones.
 *
 * <p>A thread's writes to an object before its release are visible to the next thread
 * that takes it, see {@link Depot}.
 *
 * @param <T> the objects
 */
public final class MagazinePool<T> implements Pool<T> {
  /** The default number of objects in a magazine. */
  public static final int MAGAZINE_SIZE = 16;

  private final Supplier<? extends T> factory;
  private final Depot<T> depot;
  private final ThreadLocal<Pair<T>> pairs;

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects, in any thread
   * @param capacity the initial number of objects, 1 to 2^26
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public MagazinePool(Supplier<? extends T> factory, int capacity) {
    this(factory, capacity, MAGAZINE_SIZE);
  }

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects, in any thread
   * @param capacity the initial number of objects, 1 to 2^26
   * @param magazineSize the number of objects in a magazine, 1 to 2^26
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public MagazinePool(Supplier<? extends T> factory, int capacity, int magazineSize) {
    this.factory = factory;
    Capacity.check("capacity", capacity);
    Capacity.check("magazine size", magazineSize);
    depot = new Depot<>((capacity + magazineSize - 1) / magazineSize, magazineSize);
    Magazine<T> magazine = new Magazine<>(magazineSize);
    for (int made = 0; made < capacity; made++) {
      if (magazine.isFull()) {
        magazine = depot.swapForEmpty(magazine);
      }
      magazine.push(factory.get());
    }
    depot.swapForEmpty(magazine);
    pairs = ThreadLocal.withInitial(() -> new Pair<>(magazineSize));
  }

  // --8<-- [start:magazines-take]
  @Override
  public T take() {
    Pair<T> mine = pairs.get();
    T object = mine.loaded.pop();
    return object != null ? object : takeElsewhere(mine);
  }

  private T takeElsewhere(Pair<T> mine) {
    if (mine.previous.isEmpty()) {
      Magazine<T> full = depot.swapForFull(mine.previous);
      if (full == null) {
        return factory.get();
      }
      mine.previous = full;
    }
    mine.swap();
    return mine.loaded.pop();
  }
  // --8<-- [end:magazines-take]

  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
    Pair<T> mine = pairs.get();
    if (!mine.loaded.push(object)) {
      releaseElsewhere(mine, object);
    }
  }

  private void releaseElsewhere(Pair<T> mine, T object) {
    if (mine.previous.isFull()) {
      Magazine<T> empty = depot.swapForEmpty(mine.previous);
      if (empty == null) {
        return; // The depot is full, too: leave the object to the collector.
      }
      mine.previous = empty;
    }
    mine.swap();
    mine.loaded.push(object);
  }

  /** A thread's two magazines. */
  private static final class Pair<T> {
    private Magazine<T> loaded;
    private Magazine<T> previous;

    Pair(int magazineSize) {
      loaded = new Magazine<>(magazineSize);
      previous = new Magazine<>(magazineSize);
    }

    void swap() {
      Magazine<T> other = previous;
      previous = loaded;
      loaded = other;
    }
  }
}
