package allocpool.pools;

/**
 * A small stack of objects that changes hands as a whole. It belongs to one thread at a
 * time; a thread that gives it away must publish it safely.
 *
 * @param <T> the objects
 */
public final class Magazine<T> {
  private final Object[] objects;
  private int count;

  /**
   * Makes an empty one.
   *
   * @param size the number of objects that fit, 1 to 2^26
   * @throws IllegalArgumentException if the size is out of that range
   */
  public Magazine(int size) {
    objects = new Object[Capacity.check("magazine size", size)];
  }

  /** Returns true if it holds nothing. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Returns true if nothing more fits. */
  boolean isFull() {
    return count == objects.length;
  }

  /**
   * Puts an object in.
   *
   * @param object not null
   * @return false if there was no room for it
   */
  public boolean push(T object) {
    if (isFull()) {
      return false;
    }
    objects[count++] = object;
    return true;
  }

  /**
   * Takes out the object that was put in last.
   *
   * @return the object, or null if there is none
   */
  @SuppressWarnings("unchecked") // Nothing but T is ever pushed.
  public T pop() {
    if (isEmpty()) {
      return null;
    }
    T object = (T) objects[--count];
    objects[count] = null;
    return object;
  }
}
