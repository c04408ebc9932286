package allocpool.workload;

import allocpool.clock.Ticks;
import java.math.BigDecimal;
import java.util.function.BooleanSupplier;

/**
 * One packet per tick; a tick that is not taken in time is a lost packet. Gaps in the
 * ticks' numbers give the number of losses.
 *
 * <p>A slow reader's losses show between two batches of ticks. So a window begins and
 * ends between batches, and the time is read only there.
 */
final class TickLoop {
  /** Packets between two calls of an onlooker. */
  static final int LOOK_EVERY = 64;

  private static final long PATIENCE_NS = 1_000_000_000;

  private final Analyser analyser;
  private final Ticks ticks;
  private final Reporter reporter;
  private final BigDecimal intervalNs;
  private final int progressEvery;
  private final long started = System.nanoTime();

  private int expected; // the next tick's number, if none is lost
  private long received;
  private long lost;
  private final Losses losses = new Losses();

  private BooleanSupplier onlooker; // null: progress lines are written
  private boolean goOn;

  private boolean warmup;
  private long begin;
  private int untilLook;
  private long lastLine;
  private long lostAtLastLine;

  /**
   * Prepares a loop.
   *
   * @param analyser processes the packets
   * @param ticks the source of ticks, not used otherwise
   * @param firstTick the first tick's number, unsigned
   * @param reporter receives the progress
   * @param intervalNs the time between two ticks, for the progress lines
   * @param progressEvery packets between two such lines
   */
  TickLoop(
      Analyser analyser, Ticks ticks, int firstTick, Reporter reporter,
      BigDecimal intervalNs, int progressEvery) {
    this.analyser = analyser;
    this.ticks = ticks;
    this.expected = firstTick;
    this.reporter = reporter;
    this.intervalNs = intervalNs;
    this.progressEvery = progressEvery;
  }

  /**
   * Takes ticks for a while, without counting.
   *
   * @param seconds for at least how long; the current batch is always finished
   * @return the ticks taken
   */
  long warmUp(double seconds) {
    return run(true, seconds, false).received;
  }

  /**
   * Takes ticks for a while.
   *
   * @param seconds for at least how long; the current batch is always finished
   * @param untilLoss whether to end also after the first batch with a loss
   * @return the ticks received and lost in that time
   */
  Window observe(double seconds, boolean untilLoss) {
    return run(false, seconds, untilLoss);
  }

  private Window run(boolean warmup, double seconds, boolean untilLoss) {
    this.warmup = warmup;
    received = 0;
    lost = 0;
    losses.clear();
    untilLook = progressEvery;
    lostAtLastLine = 0;
    long length = (long) (seconds * 1e9);
    begin = System.nanoTime();
    lastLine = begin;
    long elapsed;
    do {
      takeBatch();
      elapsed = System.nanoTime() - begin;
    } while (elapsed < length && !(untilLoss && lost > 0));
    return new Window(elapsed, received, lost, losses, untilLoss && lost > 0);
  }

  /**
   * Takes two uncounted batches. Ticks dropped while one batch is processed are missed
   * only at the start of the batch after the next, so this keeps the warm-up's losses
   * out of the following window. What is lost meanwhile still shows in it: the sweep
   * then asks again, for a longer warm-up. A reader that needs more than a second for
   * the first batch is hopelessly late and loses ticks all the time, so the second is
   * skipped.
   *
   * @return the ticks taken
   */
  long passOver() {
    received = 0;
    untilLook = Integer.MAX_VALUE;
    begin = System.nanoTime();
    takeBatch();
    if (System.nanoTime() - begin < PATIENCE_NS) {
      takeBatch();
    }
    return received;
  }

  /**
   * Takes ticks until an onlooker ends the run; the current batch is always finished.
   *
   * @param onlooker called after every {@value #LOOK_EVERY} packets; returns whether to
   *     go on
   * @return the ticks taken
   */
  long runWatched(BooleanSupplier onlooker) {
    this.onlooker = onlooker;
    received = 0;
    untilLook = LOOK_EVERY;
    goOn = true;
    do {
      takeBatch();
    } while (goOn);
    this.onlooker = null;
    return received;
  }

  // --8<-- [start:take-batch]
  private void takeBatch() {
    do {
      int next = ticks.next();
      if (next != expected) {
        noteLoss((next - expected) & 0xFFFFFFFFL); // the numbers wrap at 2^32
      }
      expected = next + 1;
      received++;
      analyser.step();
      if (--untilLook == 0) {
        look();
      }
    } while (!ticks.atBatchEnd());
  }
  // --8<-- [end:take-batch]

  private void noteLoss(long missing) {
    lost += missing;
    losses.add(System.nanoTime() - begin, missing);
  }

  private void look() {
    if (onlooker == null) {
      reportProgress();
    } else {
      goOn &= onlooker.getAsBoolean();
      untilLook = LOOK_EVERY;
    }
  }

  private void reportProgress() {
    long now = System.nanoTime();
    reporter.progress(new Progress(
        intervalNs, warmup, now - started, now - lastLine, lost - lostAtLastLine));
    untilLook = progressEvery;
    lastLine = now;
    lostAtLastLine = lost;
  }
}
