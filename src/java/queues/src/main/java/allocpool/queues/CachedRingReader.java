package allocpool.queues;

/**
 * The reading end of a ring that caches the tail, and loads it again only when all
 * numbers before it are taken. The producer caches the head in the same way.
 *
 * <p>The idea is from P. P. C. Lee, T. Bu and G. Chandranmenon, <i>A lock-free,
 * cache-efficient multi-core synchronization mechanism for line-rate network traffic
 * monitoring</i> (IPDPS 2010); E. Rigtorp's {@code SPSCQueue} uses it, too.
 *
 * <p>Orderings: as in {@link AlignedRingReader}. One acquire load of a tail covers all
 * slots before it.
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
