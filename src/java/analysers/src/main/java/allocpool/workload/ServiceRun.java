package allocpool.workload;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Drives an analyser at full speed and records the time in slices short enough to show
 * every pause.
 *
 * <p>It takes a tick for each packet, in the same loop and compiled code as the probes,
 * from a clock that is faster than any analyser and keeps many ticks waiting: the
 * analyser waits only if the clock's thread is held up for longer than these last.
 * (Without the ticks, the times come out up to a tenth too short.)
 *
 * <p>The time is read every {@value TickLoop#LOOK_EVERY} packets, and a slice ends at the
 * first reading that is {@value #SLICE_NS} ns or more after its start; the next one
 * starts there. So the slices cover everything, and a long pause makes one long slice.
 */
final class ServiceRun {
  /**
   * The most ticks that wait: enough to go on for some milliseconds when the clock's
   * thread itself is held up.
   */
  static final int CAPACITY = 100_000;

  /** The time between two ticks in picoseconds, shorter than any analyser's step. */
  static final long INTERVAL = 1000;

  static final long SLICE_NS = 250_000;

  private final TickLoop loop;
  private final LongSupplier nanoTime;
  private long packets;

  /**
   * Prepares a run.
   *
   * @param loop does the work, by the ticks of a clock with the constants above
   * @param nanoTime the time in nanoseconds
   */
  ServiceRun(TickLoop loop, LongSupplier nanoTime) {
    this.loop = loop;
    this.nanoTime = nanoTime;
  }

  /**
   * Runs twice, first as a warm-up, then measured. Either run ends early when
   * {@link Slices#MAX_CAPACITY} slices are full, which takes more than four minutes.
   *
   * @param warmupSeconds the warm-up's duration; 0 for none
   * @param seconds the measured duration
   * @return the measured slices
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

  /** Returns the number of packets received, including the warm-up. */
  long packets() {
    return packets;
  }

  private void fill(Slices slices, double seconds) {
    packets += loop.runWatched(new Notes(slices, (long) (seconds * 1e9)));
  }

  /** Reads the time, and records a slice when it is long enough. */
  private final class Notes implements BooleanSupplier {
    private final Slices slices;
    private final long end;
    private long sliceBegin = nanoTime.getAsLong();
    private int taken;
    private boolean over;

    Notes(Slices slices, long length) {
      this.slices = slices;
      this.end = sliceBegin + length;
    }

    @Override
    public boolean getAsBoolean() {
      taken += TickLoop.LOOK_EVERY;
      long now = nanoTime.getAsLong();
      if (now - sliceBegin >= SLICE_NS && !over) {
        slices.add(taken, now - sliceBegin);
        taken = 0;
        sliceBegin = now;
        over = now - end >= 0 || slices.isFull();
      }
      return !over;
    }
  }
}
