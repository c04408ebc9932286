package allocpool.pools;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Detects misuse of a pool: double releases, releases of foreign objects, and leaks. Made
 * for tests, and for debugging; each operation costs a table lookup and sometimes an
 * allocation.
 *
 * <p>It remembers every object it has seen, so it suits only pools that reuse theirs.
 *
 * @param <T> the objects
 */
public final class CheckingPool<T> implements Pool<T> {
  private final Pool<T> inside;
  private final Map<T, Boolean> isTaken = new IdentityHashMap<>();

  /**
   * Wraps a pool that must not be used otherwise.
   *
   * @param inside the pool that holds the objects
   */
  public CheckingPool(Pool<T> inside) {
    this.inside = inside;
  }

  // --8<-- [start:checking]
  /**
   * Takes an object out.
   *
   * @throws IllegalStateException if the pool returns an object that is still taken
   */
  @Override
  public T take() {
    T object = inside.take();
    if (Boolean.TRUE.equals(isTaken.put(object, true))) {
      throw new IllegalStateException(name(object) + " was given to two users");
    }
    return object;
  }

  /**
   * Gives an object back.
   *
   * @throws IllegalArgumentException if the object was never taken from this pool
   * @throws IllegalStateException if it has already been released
   */
  @Override
  public void release(T object) {
    Boolean taken = isTaken.get(Objects.requireNonNull(object));
    if (taken == null) {
      throw new IllegalArgumentException(name(object) + " is not of this pool");
    }
    if (!taken) {
      throw new IllegalStateException(name(object) + " was released twice");
    }
    isTaken.put(object, false);
    inside.release(object);
  }
  // --8<-- [end:checking]

  /**
   * Returns the objects that are out. Once all should be back, these are the leaks.
   *
   * @return a snapshot, in no order
   */
  public List<T> taken() {
    return isTaken.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableList());
  }

  /** Tells objects apart even if their {@code toString} is the same. */
  private static String name(Object object) {
    return object.getClass().getSimpleName() + "@"
        + Integer.toHexString(System.identityHashCode(object));
  }
}
