package allocpool.queues;

/**
 * The reading end of a ring in which each side loads the other's index for every number.
 *
 * <p>Orderings: the producer writes a slot plainly, then stores the tail with
 * <i>release</i>; we load it with <i>acquire</i>, so that all slots before it are
 * visible. We read a slot plainly, then store the head with <i>release</i>; the producer
 * loads it with <i>acquire</i>, so that it cannot overwrite a slot that we have still to
 * read.
 *
 * <p>Nearly every load finds the tail's cache line with the producer, and the producer
 * finds the head's with us: two transfers per number.
 *
 * <p>Progress: wait-free, as the producer is.
 */
final class AlignedRingReader extends TickReader {
  private final Words words;
  private final RingLayout layout;
  private int head;

  private AlignedRingReader(Words words, RingLayout layout) {
    this.words = words;
    this.layout = layout;
  }

  static TickReader create(Words words, RingLayout layout) {
    return new AlignedRingReader(words, layout);
  }

  @Override
  public int poll() {
    return words.getAcquire(layout.tail) == head ? 0 : 1;
  }

  @Override
  public int get(int index) {
    return words.get(layout.slot(head));
  }

  @Override
  public void release() {
    head++;
    words.setRelease(layout.head, head);
  }
}
