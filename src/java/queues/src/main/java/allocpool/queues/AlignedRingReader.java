package allocpool.queues;

/**
 * The reading end of a ring whose two indices are looked up at every number.
 *
 * <p>Orderings: the producer writes a slot plainly, then stores the tail with
 * <i>release</i>; we load it with <i>acquire</i>, so that all slots before it are
 * visible. We read a slot plainly, then store the head with <i>release</i>; the producer
 * loads it with <i>acquire</i>, so that it cannot overwrite what we have still to read.
 *
 * <p>The tail's cache line is on its way from the producer nearly every time that we ask
 * for it, and the head's on its way to it: two transfers a number.
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
