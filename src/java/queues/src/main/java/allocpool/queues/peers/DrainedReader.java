package allocpool.queues.peers;

import allocpool.queues.TickReader;

/**
 * The reading end of a queue that hands over many elements at a time by a callback for
 * each; we keep them until they are read.
 */
abstract class DrainedReader extends TickReader {
  /** The number of elements that fit. */
  static final int MOST = 1024;

  private final int[] numbers = new int[MOST];
  private int count;

  @Override
  public final int poll() {
    count = 0;
    return drain();
  }

  /** Calls {@link #keep} for each available element, at most {@value #MOST} times. */
  abstract int drain();

  final void keep(int number) {
    numbers[count++] = number;
  }

  @Override
  public final int get(int index) {
    return numbers[index];
  }

  /** {@inheritDoc} Nothing to do: the queue has done so already. */
  @Override
  public final void release() {}
}
