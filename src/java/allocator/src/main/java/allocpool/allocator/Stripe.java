package allocpool.allocator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A cache for threads that have none of their own, one at a time. Nobody waits for it:
 * who finds it taken goes elsewhere.
 *
 * <p>Orderings: {@link #tryEnter} acquires what {@link #leave} released, so whoever is in
 * sees all that was done in here before.
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
   * Makes a stripe that nobody is in.
   *
   * @param cache what it guards
   */
  Stripe(BufferCache cache) {
    this.cache = cache;
  }

  /** Whether the calling thread is in now. */
  boolean tryEnter() {
    return TAKEN.compareAndSet(this, false, true);
  }

  /** Lets others in; only who is in may call it. */
  void leave() {
    TAKEN.setRelease(this, false);
  }

  /** The cache; only who is in may use it. */
  BufferCache cache() {
    return cache;
  }
}
