package allocpool.queues.peers;

import allocpool.queues.TickReader;

/**
 * The reading end of a queue that hands over many elements at a time, by calling back for
 * each: we keep them until they are read.
 */
abstract class DrainedReader extends TickReader {
  /** How many fit. */
  static final int MOST = 1024;

  private final int[] numbers = new int[MOST];
  private int count;

  @Override
  public final int poll() {
    count = 0;
    return drain();
  }

  /** Has {@link #keep} called with what there is, at most {@value #MOST} times. */
  abstract int drain();

  final void keep(int number) {
    numbers[count++] = number;
  }

  @Override
  public final int get(int index) {
    return numbers[index];
  }

  /** {@inheritDoc} The queue did so already. */
  @Override
  public final void release() {}
}
