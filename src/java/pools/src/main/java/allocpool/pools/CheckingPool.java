package allocpool.pools;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Finds misuse of a pool: what is released twice, what was never taken, what is not given
 * back. Made for tests, and for a look at a program that does something strange; an
 * operation costs a search in a table and at times an allocation.
 *
 * <p>It remembers every object that it has seen: it is for pools that use theirs again.
 *
 * @param <T> the objects
 */
public final class CheckingPool<T> implements Pool<T> {
  private final Pool<T> inside;
  private final Map<T, Boolean> isTaken = new IdentityHashMap<>();

  /**
   * Watches a pool that nobody else uses.
   *
   * @param inside where the objects are
   */
  public CheckingPool(Pool<T> inside) {
    this.inside = inside;
  }

  // --8<-- [start:checking]
  /**
   * Takes an object out.
   *
   * @throws IllegalStateException if the pool gives an object that somebody has already
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
   * @throws IllegalStateException if it was taken and has been released since
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
   * The objects that are out. When all should have come back, they are the leaks.
   *
   * @return a list of now, in no order
   */
  public List<T> taken() {
    return isTaken.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableList());
  }

  /** Tells objects apart even if they call themselves by the same name. */
  private static String name(Object object) {
    return object.getClass().getSimpleName() + "@"
        + Integer.toHexString(System.identityHashCode(object));
  }
}
