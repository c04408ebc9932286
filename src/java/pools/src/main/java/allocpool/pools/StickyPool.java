package allocpool.pools;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The pool that we would use in one thread: a stack on an array whose slots are sticky.
 * To take an object leaves its reference where it is, and only the border between what is
 * free and what is taken moves; to release one stores its reference unless the slot has
 * it already. Objects that are released in the opposite order in which they were taken,
 * as brackets close, find themselves in their slots, and nothing is stored.
 *
 * <p>So few stores are the point. A reference that is stored into an array is a matter of
 * the collector's, too: it wants to be told, by a few instructions more and with some
 * collectors by a memory fence. A load and a comparison are cheaper than that, mostly: a
 * collector that also wants to be told of loads, as ZGC does, takes back what is saved.
 *
 * <p>The price: an object that is taken and then lost stays alive, because a slot still
 * refers to it, until the slot is stored into or {@link #forgetTaken} is called. A pool
 * keeps its objects alive while they are free; that one also does while they are not.
 *
 * @param <T> the objects
 */
public final class StickyPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final WhenEmpty whenEmpty;
  private Object[] slots;
  private int free; // those in front hold an object; those behind held one, or none yet
  private int made; // of a growing pool's objects, free or taken; never more than slots

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects
   * @param capacity how many it holds, at first, 1 to 2^26
   * @param whenEmpty what happens when none is left
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
   * Forgets the objects that are taken, so that those which never come back can be
   * collected. Worth its time, a store for each, where objects are known to be lost.
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

  /** Only a pool that makes objects without room for them gets some back. */
  private void releaseToFull() {
    if (whenEmpty != WhenEmpty.MAKE) {
      throw new IllegalStateException("the pool is full with " + slots.length
          + " objects: more were released than taken");
    }
  }
}
