package allocpool.queues;

/**
 * The reading end of a ring that remembers how far the producer had come, and asks again
 * only when it has taken all of that. The producer remembers the head in the same way.
 *
 * <p>The idea is that of P. P. C. Lee, T. Bu and G. Chandranmenon, <i>A lock-free,
 * cache-efficient multi-core synchronization mechanism for line-rate network traffic
 * monitoring</i> (IPDPS 2010); E. Rigtorp's {@code SPSCQueue} has it, too.
 *
 * <p>Orderings: as in {@link AlignedRingReader}. A tail that was loaded with acquire once
 * is good for all slots before it.
 *
 * <p>Progress: wait-free, as the producer is.
 */
final class CachedRingReader extends TickReader {
  private final Words words;
  private final RingLayout layout;
  private int head;
  private int knownTail;

  private CachedRingReader(Words words, RingLayout layout) {
    this.words = words;
    this.layout = layout;
  }

  static TickReader create(Words words, RingLayout layout) {
    return new CachedRingReader(words, layout);
  }

  @Override
  public int poll() {
    if (head == knownTail) {
      knownTail = words.getAcquire(layout.tail);
    }
    return head == knownTail ? 0 : 1;
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
