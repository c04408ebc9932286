package allocpool.workload;

import allocpool.clock.Ticks;
import java.math.BigDecimal;
import java.util.function.BooleanSupplier;

/**
 * One packet a tick, and a tick that is not taken in time is a packet lost. Gaps in the
 * ticks' numbers tell how many those were.
 *
 * <p>What a slow reader loses, it misses between two batches of ticks. So a window begins
 * and ends between batches, and the time is looked at only there.
 */
final class TickLoop {
  /** Packets between two looks of an onlooker. */
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

  private BooleanSupplier onlooker; // null: the lines about the progress are written
  private boolean goOn;

  private boolean warmup;
  private long begin;
  private int untilLook;
  private long lastLine;
  private long lostAtLastLine;

  /**
   * Prepares a loop.
   *
   * @param analyser what a packet goes to
   * @param ticks where the ticks come from; nobody else takes any
   * @param firstTick the number of the first of them, unsigned
   * @param reporter who is told about the progress
   * @param intervalNs the time between two ticks, for the lines about the progress
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
   * @param seconds for how long, at least; the batch under way is always finished
   * @return the ticks taken
   */
  long warmUp(double seconds) {
    return run(true, seconds, false).received;
  }

  /**
   * Takes ticks for a while.
   *
   * @param seconds for how long, at least; the batch under way is always finished
   * @param untilLoss whether it ends, too, after the first batch with a loss
   * @return what was received and lost in that time
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
   * Takes two batches that count nowhere. What is dropped while one batch is processed is
   * missed only at the start of the batch after the next, so this keeps losses of the
   * warm-up out of the window that follows. A reader that needs more than a second for
   * the first one is hopelessly late, what it loses now it loses always, and the second
   * is left out.
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
   * Takes ticks until somebody who looks on has had enough; the batch under way is always
   * finished.
   *
   * @param onlooker is asked after every {@value #LOOK_EVERY} packets whether to go on
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
