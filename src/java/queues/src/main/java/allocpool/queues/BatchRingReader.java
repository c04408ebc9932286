package allocpool.queues;

/**
 * The reading end of a ring that takes everything available at once: one load of the tail
 * and one store of the head per batch, whatever its length.
 *
 * <p>Orderings: the producer writes slots plainly, then stores the tail with
 * <i>release</i>; we load it with <i>acquire</i>, so that all slots before it are
 * visible, including those that we read without loading it again. We read slots
 * plainly, then store the head with <i>release</i>; the producer loads it with
 * <i>acquire</i>, so that it cannot overwrite a slot that we have still to read.
 *
 * <p>A batch ends where the slots end; the rest is the next batch, for which the tail is
 * not loaded again. So a batch is contiguous in memory, and reading a number only adds
 * its index.
 *
 * <p>Progress: wait-free, as the producer is.
 */
final class BatchRingReader extends TickReader {
  private final Words words;
  private final RingLayout layout;
  private int head;
  private int knownTail;
  private int polled;
  private int first; // the batch's offset in bytes

  private BatchRingReader(Words words, RingLayout layout) {
    this.words = words;
    this.layout = layout;
  }

  static TickReader create(Words words, RingLayout layout) {
    return new BatchRingReader(words, layout);
  }

  @Override
  public int poll() {
    if (head == knownTail) {
      knownTail = words.getAcquire(layout.tail);
    }
    polled = Math.min(knownTail - head, layout.untilWrap(head));
    first = layout.slot(head);
    return polled;
  }

  @Override
  public int get(int index) {
    return words.get(first + index * Integer.BYTES);
  }

  @Override
  public void release() {
    head += polled;
    words.setRelease(layout.head, head);
  }
}
