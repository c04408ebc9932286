package allocpool.pools;

/**
 * A small stack of objects that changes hands as a whole. It belongs to one thread at a
 * time; who gives it away has to publish it.
 *
 * <p>Its owner writes to it for each object, so there is unused memory around what is
 * written: in front of the fields, and at both ends of the array, which mostly lies right
 * behind them. Without it a magazine shares a line with the message that was made before
 * it, which is the last one of another magazine, and the first that is taken from it.
 *
 * @param <T> the objects
 */
public final class Magazine<T> extends LinePadding {
  // --8<-- [start:room]
  private static final int BOTTOM = SLOTS;

  private final Object[] slots;
  private final int border; // behind the last one that is used
  private int top = BOTTOM; // the lowest that is free

  /**
   * Makes an empty one.
   *
   * @param size how many objects fit, 1 to 2^26
   * @throws IllegalArgumentException if the size is out of that range
   */
  public Magazine(int size) {
    border = BOTTOM + Capacity.check("magazine size", size);
    slots = new Object[border + SLOTS];
  }
  // --8<-- [end:room]

  /** Whether nothing is in it. */
  boolean isEmpty() {
    return top == BOTTOM;
  }

  /** Whether nothing more fits. */
  boolean isFull() {
    return top == border;
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
    slots[top++] = object;
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
    T object = (T) slots[--top];
    slots[top] = null;
    return object;
  }
}
