package allocpool.allocator;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Divides time into epochs, after each of which surplus buffers are given up. There is no
 * thread for it: who asks which epoch it is, and finds the old one over, begins the next.
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
   * @param clock the time in ns, as {@link System#nanoTime()} has it
   * @param length of an epoch, ns
   * @param depots what is trimmed at an epoch's end
   */
  Epochs(LongSupplier clock, long length, Depot[] depots) {
    this.clock = clock;
    this.length = length;
    this.depots = depots;
    began = new AtomicLong(clock.getAsLong());
  }

  /** Which epoch it is: another number than before when one has ended. */
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

  /** Begins the next epoch before its time, for caches; depots are left as they are. */
  void endEarly() {
    began.set(clock.getAsLong());
    number.incrementAndGet();
  }
}
