package allocpool.allocator;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Divides time into epochs; at the end of each, surplus buffers are released. It needs no
 * thread: a thread that asks for the epoch and finds it over begins the next.
 *
 * <p>Any thread may call any method. Two threads never begin the same epoch.
 */
final class Epochs {
  private final LongSupplier clock;
  private final long length;
  private final Depot[] depots;
  private final AtomicLong began;
  private final AtomicInteger number = new AtomicInteger();

  /**
   * Begins the first epoch.
   *
   * @param clock the time in ns, like {@link System#nanoTime()}
   * @param length an epoch's length in ns
   * @param depots those to trim at an epoch's end
   */
  Epochs(LongSupplier clock, long length, Depot[] depots) {
    this.clock = clock;
    this.length = length;
    this.depots = depots;
    began = new AtomicLong(clock.getAsLong());
  }

  /** Returns the epoch's number, which changes when one has ended. */
  // --8<-- [start:epoch]
  int current() {
    long now = clock.getAsLong();
    long since = began.get();
    if (now - since >= length && began.compareAndSet(since, now)) {
      number.incrementAndGet();
      for (Depot depot : depots) {
        depot.trim();
      }
    }
    return number.get();
  }
  // --8<-- [end:epoch]

  /** Ends the epoch early, for caches; depots are left as they are. */
  void endEarly() {
    began.set(clock.getAsLong());
    number.incrementAndGet();
  }
}
