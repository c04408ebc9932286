package allocpool.workload;

import java.util.function.LongSupplier;

/**
 * Drives an analyser as fast as it goes and notes how the time went by, in slices so
 * short that a reader of the notes sees every pause.
 *
 * <p>The time is read every {@value #LOOK_EVERY} packets, and a slice ends at the first
 * such reading that is {@value #SLICE_NS} ns or more after its begin, where the next one
 * begins. So the slices cover everything, and a long pause makes one long slice.
 */
final class ServiceRun {
  static final int LOOK_EVERY = 64;
  static final long SLICE_NS = 250_000;

  private final Analyser analyser;
  private final LongSupplier nanoTime;
  private long packets;

  /**
   * Prepares a run.
   *
   * @param analyser what does the work
   * @param nanoTime the time in nanoseconds
   */
  ServiceRun(Analyser analyser, LongSupplier nanoTime) {
    this.analyser = analyser;
    this.nanoTime = nanoTime;
  }

  /**
   * Runs once without counting and once for good. Either ends early when
   * {@link Slices#MAX_CAPACITY} slices are full, which takes more than four minutes.
   *
   * @param warmupSeconds how long it runs before anything counts; 0: not at all
   * @param seconds how long it runs then
   * @return the slices that count
   */
  Service run(double warmupSeconds, double seconds) {
    Slices slices = new Slices(Math.max(warmupSeconds, seconds) * 1e9 / SLICE_NS);
    if (warmupSeconds > 0) {
      fill(slices, warmupSeconds);
      slices.clear();
    }
    long from = UptimeSpan.now();
    fill(slices, seconds);
    return new Service(slices, UptimeSpan.since(from));
  }

  /** All packets received, those of the warm-up included. */
  long packets() {
    return packets;
  }

  private void fill(Slices slices, double seconds) {
    long length = (long) (seconds * 1e9);
    long begin = nanoTime.getAsLong();
    long now = begin;
    do {
      long sliceBegin = now;
      int taken = 0;
      do {
        analyser.run(LOOK_EVERY);
        taken += LOOK_EVERY;
        now = nanoTime.getAsLong();
      } while (now - sliceBegin < SLICE_NS);
      slices.add(taken, now - sliceBegin);
      packets += taken;
    } while (now - begin < length && !slices.isFull());
  }
}
