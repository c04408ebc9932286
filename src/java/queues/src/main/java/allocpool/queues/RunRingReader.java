package allocpool.queues;

/**
 * The reading end of a queue that knows that ticks are consecutive: what is published is
 * not the numbers but where the current run of them ends. After a drop, a new run is
 * opened in the next entry of a ring of runs.
 *
 * <p>Orderings: the producer stores the end of its run with <i>release</i>, and we load
 * it with <i>acquire</i>, so that whatever was done before a tick was written is visible
 * to who takes it. The producer writes the first number and the end of a new run, then
 * stores its number in {@code opened} with <i>release</i>; we load that with
 * <i>acquire</i>, so that both are visible, and the last end of the run before it. We
 * read entries, then store with <i>release</i> how many numbers we have taken in all; the
 * producer loads it with <i>acquire</i>, so that it cannot use an entry again that we
 * have still to read. It does so only when we have taken a number of the run after the
 * one that had the entry: we have left that one for good.
 *
 * <p>Progress: wait-free, as the producer is. The memory does not depend on the capacity.
 */
final class RunRingReader extends TickReader {
  private final Words words;
  private final RunRingLayout layout;
  private int run; // the one that we are in; runs are counted modulo 2^32
  private int next; // the number there that we take next
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
   * <p>Why the end of our run is loaded a second time: between our looks at it and at
   * {@code opened}, the producer may have moved that end on, dropped a tick, and opened
   * another run. To go on to that one at once would lose what our run got last. The
   * producer stored our run's last end before it stored {@code opened}, and we have
   * acquired {@code opened}: the second load gives that end and nothing older.
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
