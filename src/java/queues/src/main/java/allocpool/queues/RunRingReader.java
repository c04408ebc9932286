package allocpool.queues;

/**
 * The reading end of a queue that relies on ticks being consecutive: the producer does
 * not publish the numbers but the end of their current run. After a drop, it opens a new
 * run in the next entry of a ring of runs.
 *
 * <p>Orderings: the producer stores the end of its run with <i>release</i>, and we load
 * it with <i>acquire</i>, so that all that was done before a tick was written is visible
 * to the thread that takes it. The producer writes the first number and the end of a new
 * run, then stores the run's number in {@code opened} with <i>release</i>; we load that
 * with <i>acquire</i>, so that both are visible, and also the last end of the run before
 * it. We read entries, then store the total of numbers taken with <i>release</i>; the
 * producer loads it with <i>acquire</i>, so that it cannot reuse an entry that we have
 * still to read. It reuses one only when we have taken a number of the run after the one
 * that had the entry: we have left that one for good.
 *
 * <p>Progress: wait-free, as the producer is. The memory does not depend on the capacity.
 */
final class RunRingReader extends TickReader {
  private final Words words;
  private final RunRingLayout layout;
  private int run; // the current run; runs are counted modulo 2^32
  private int next; // the next number to take from it
  private int polled;
  private long taken;

  private RunRingReader(Words words, RunRingLayout layout) {
    this.words = words;
    this.layout = layout;
  }

  static TickReader create(Words words, RunRingLayout layout) {
    return new RunRingReader(words, layout);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Our run's end is loaded a second time because, between our loads of it and of
   * {@code opened}, the producer may have moved that end on, dropped a tick, and opened
   * another run. Going on to that run at once would lose the last numbers of ours. The
   * producer stored our run's last end before it stored {@code opened}, and we have
   * acquired {@code opened}, so the second load returns that end and nothing older.
   */
  // --8<-- [start:run-ring-reader]
  @Override
  public int poll() {
    polled = restOfRun();
    if (polled == 0 && words.getAcquire(layout.opened) != run) {
      polled = restOfRun();
      if (polled == 0) {
        run++; // not `opened`, which may be several runs ahead
        next = words.get(layout.first(run));
        polled = restOfRun();
      }
    }
    return polled;
  }

  private int restOfRun() {
    return words.getAcquire(layout.end(run)) - next;
  }

  @Override
  public int get(int index) {
    return next + index;
  }

  @Override
  public void release() {
    next += polled;
    taken += polled;
    words.setLongRelease(layout.taken, taken);
  }
  // --8<-- [end:run-ring-reader]
}
