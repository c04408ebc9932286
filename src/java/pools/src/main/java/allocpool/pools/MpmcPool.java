package allocpool.pools;

import java.util.function.Supplier;
import org.jctools.queues.MpmcArrayQueue;

/**
 * A pool for any number of threads: JCTools' queue for many producers and many consumers,
 * which is Vyukov's. It has no lock but is not lock-free: a thread that is stopped in the
 * middle of an operation makes others wait for its slot. The object that was released
 * first is taken first. An empty pool makes a new object; a full one leaves a released
 * object to the collector.
 *
 * <p>A thread's writes to an object before its release are visible to the next thread
 * that takes it: the queue's sequence numbers are stored with release and loaded with
 * acquire.
 *
 * @param <T> the objects
 */
public final class MpmcPool<T> implements Pool<T> {
  private final Supplier<? extends T> factory;
  private final MpmcArrayQueue<T> free;

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects, in any thread
   * @param capacity the number of objects it holds, 1 to 2^26; the queue rounds it up to
   *     a power of two, and to 2 at least
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public MpmcPool(Supplier<? extends T> factory, int capacity) {
    this.factory = factory;
    free = new MpmcArrayQueue<>(Math.max(2, Capacity.check("capacity", capacity)));
    for (int i = 0; i < capacity; i++) {
      free.offer(factory.get());
    }
  }

  // --8<-- [start:mpmc]
  @Override
  public T take() {
    T object = free.poll();
    return object != null ? object : factory.get();
  }

  /** {@inheritDoc} The queue rejects null, and anything that doesn't fit. */
  @Override
  public void release(T object) {
    free.offer(object);
  }
  // --8<-- [end:mpmc]
}
