package allocpool.queues;

/**
 * The writing end of a ring that publishes all numbers of a call at once: one store of
 * the tail, and a load of the head only when the free slots known so far do not suffice.
 *
 * <p>Orderings: see {@link BatchRingReader}, whose counterpart this is.
 *
 * <p>Progress: wait-free.
 */
final class BatchRingWriter extends TickWriter {
  private final Words words;
  private final RingLayout layout;
  private final int capacity;
  private int tail;
  private int knownHead;

  private BatchRingWriter(Words words, RingLayout layout, int capacity) {
    this.words = words;
    this.layout = layout;
    this.capacity = capacity;
  }

  static TickWriter create(Words words, RingLayout layout, int capacity) {
    return new BatchRingWriter(words, layout, capacity);
  }

  @Override
  public int push(int first, int count) {
    if (free() < count) {
      knownHead = words.getAcquire(layout.head);
    }
    int appended = Math.min(free(), count);
    if (appended > 0) {
      for (int i = 0; i < appended; i++) {
        words.set(layout.slot(tail + i), first + i);
      }
      tail += appended;
      words.setRelease(layout.tail, tail);
    }
    return appended;
  }

  private int free() {
    return capacity - (tail - knownHead);
  }
}
