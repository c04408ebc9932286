package allocpool.pools;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The pool that we would use in one thread: a stack on an array whose slots are sticky.
 * Taking an object leaves its reference in the array and only moves the border between
 * free and taken; releasing one stores its reference unless the slot already holds it.
 * Objects released in the reverse order of taking, like brackets, find themselves in
 * their slots, so nothing is stored.
 *
 * <p>Saving stores is the point. Storing a reference into an array also runs the
 * collector's write barrier: a few more instructions and, with some collectors, a memory
 * fence. A load and a comparison are usually cheaper; with a collector that has a load
 * barrier too, as ZGC does, the gain is lost.
 *
 * <p>The price: an object that is taken and then lost stays alive, because a slot still
 * refers to it, until the slot is overwritten or {@link #forgetTaken} is called. Every
 * pool keeps its free objects alive; this one also keeps the taken ones.
 *
 * @param <T> the objects
 */
public final class StickyPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final WhenEmpty whenEmpty;
  private Object[] slots;
  private int free; // slots below hold an object; those above a stale reference or null
  private int made; // a growing pool's objects, free or taken; at most slots.length

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects
   * @param capacity the number of objects it holds at first, 1 to 2^26
   * @param whenEmpty what the pool does when none is left
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public StickyPool(Supplier<? extends T> factory, int capacity, WhenEmpty whenEmpty) {
    this.factory = factory;
    this.whenEmpty = Objects.requireNonNull(whenEmpty);
    slots = new Object[Capacity.check("capacity", capacity)];
    while (free < capacity) {
      slots[free++] = factory.get();
    }
    made = capacity;
  }

  // --8<-- [start:sticky-take]
  @Override
  @SuppressWarnings("unchecked") // Nothing but T is ever released.
  public T take() {
    Object[] slots = this.slots;
    int top = free - 1;
    // As an unsigned number, -1 is the largest of all, so a single comparison tells
    // whether the pool is empty. The JVM makes the same one for every index, so it need
    // not repeat it.
    if (Integer.compareUnsigned(top, slots.length) < 0) {
      free = top;
      return (T) slots[top];
    }
    return takeFromEmpty();
  }
  // --8<-- [end:sticky-take]

  // --8<-- [start:sticky-release]
  @Override
  public void release(T object) {
    Objects.requireNonNull(object);
    Object[] slots = this.slots;
    int top = free;
    if (Integer.compareUnsigned(top, slots.length) < 0) {
      if (slots[top] != object) {
        slots[top] = object;
      }
      free = top + 1;
    } else {
      releaseToFull();
    }
  }
  // --8<-- [end:sticky-release]

  /**
   * Clears the slots of taken objects, so that lost ones can be collected. Worth its
   * time, a store for each, where objects are known to be lost.
   */
  public void forgetTaken() {
    Arrays.fill(slots, free, slots.length, null);
  }

  private T takeFromEmpty() {
    if (whenEmpty == WhenEmpty.REFUSE) {
      throw new NoSuchElementException(
          "the pool is empty: all " + slots.length + " objects are taken");
    }
    if (whenEmpty == WhenEmpty.GROW) {
      makeRoomForOne();
    }
    return factory.get();
  }

  private void makeRoomForOne() {
    if (made == Capacity.MOST) {
      throw new NoSuchElementException(
          "the pool is empty and does not grow beyond " + made + " objects");
    }
    if (made == slots.length) {
      slots = Arrays.copyOf(slots, Math.min(Capacity.MOST, made + made / 2 + 1));
    }
    made++;
  }

  /** Accepts the object and drops it if the pool may make extra ones; fails otherwise. */
  private void releaseToFull() {
    if (whenEmpty != WhenEmpty.MAKE) {
      throw new IllegalStateException("the pool is full with " + slots.length
          + " objects: more were released than taken");
    }
  }
}
