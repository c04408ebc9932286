package allocpool.queues;

/** The writing end of a ring that moves single numbers, for tests of the readers. */
final class SingleWriter extends TickWriter {
  private final Words words;
  private final RingLayout layout;
  private final int capacity;
  private int tail;

  SingleWriter(Words words, RingLayout layout, int capacity) {
    this.words = words;
    this.layout = layout;
    this.capacity = capacity;
  }

  @Override
  public int push(int first, int count) {
    int appended = 0;
    while (appended < count && tail - words.getAcquire(layout.head) < capacity) {
      words.set(layout.slot(tail), first + appended);
      tail++;
      words.setRelease(layout.tail, tail);
      appended++;
    }
    return appended;
  }
}
