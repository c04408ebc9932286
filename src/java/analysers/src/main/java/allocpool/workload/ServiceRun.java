package allocpool.workload;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Drives an analyser as fast as it goes and notes how the time went by, in slices so
 * short that a reader of the notes sees every pause.
 *
 * <p>It takes a tick for each packet, in the loop and by the compiled code that the
 * probes use, from a clock that is faster than any analyser and has many ticks waiting:
 * only when its thread is held up for longer than these last does the analyser wait.
 * (Without the ticks, the times come out up to a tenth too short.)
 *
 * <p>The time is read every {@value TickLoop#LOOK_EVERY} packets, and a slice ends at the
 * first such reading that is {@value #SLICE_NS} ns or more after its begin, where the
 * next one begins. So the slices cover everything, and a long pause makes one long slice.
 */
final class ServiceRun {
  /**
   * The ticks that wait, at most: many enough to go on with, for some milliseconds, when
   * the clock's thread itself is held up.
   */
  static final int CAPACITY = 100_000;

  /** The time between two ticks, which no analyser keeps up with, in picoseconds. */
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
    packets += loop.runWatched(new Notes(slices, (long) (seconds * 1e9)));
  }

  /** Looks at the time, and notes a slice when it is long enough. */
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
