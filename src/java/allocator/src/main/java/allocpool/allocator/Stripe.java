package allocpool.allocator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A cache for threads without their own, one at a time. No thread waits for it: one that
 * finds it taken goes elsewhere.
 *
 * <p>Orderings: {@link #tryEnter} acquires what {@link #leave} released, so the thread
 * inside sees all that was done here before.
 */
final class Stripe extends LinePadding {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(Stripe.class, "taken", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final BufferCache cache;

  private boolean taken; // only through TAKEN

  /**
   * Makes a free stripe.
   *
   * @param cache the cache that it guards
   */
  Stripe(BufferCache cache) {
    this.cache = cache;
  }

  /** Tries to enter; returns true if the calling thread is now inside. */
  boolean tryEnter() {
    return TAKEN.compareAndSet(this, false, true);
  }

  /** Leaves; only the thread inside may call it. */
  void leave() {
    TAKEN.setRelease(this, false);
  }

  /** Returns the cache; only the thread inside may use it. */
  BufferCache cache() {
    return cache;
  }
}
