package allocpool.flat.address;

import allocpool.workload.Analyser;
import allocpool.workload.Digest;
import allocpool.workload.Generator;
import allocpool.workload.IpHeader;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.util.Optional;

/**
 * The analyser for packets that are addresses. Its steps are those of
 * {@link allocpool.flat.FlatAnalyser}; but queue, store and free list are in the packets'
 * mapping and hold addresses, which a processor may follow by itself, and packets are
 * prefetched.
 */
final class AddressAnalyser extends Analyser {
  private static final LookAhead.Kind AHEAD = Switches.ahead();
  private static final int BLOCK_BYTES = Switches.block() * Memory.WORD_BYTES;

  private final Mapping mapping;
  private final FreeList free;
  private final Generator source;
  private final AddressQueue queue;
  private final AddressStore store;
  private final LookAhead ahead;
  private long processed;
  private long tcpCount;

  /**
   * Makes an analyser with an empty queue and an empty store.
   *
   * @param sizes the case's sizes
   * @param strategy one that does not allocate: {@code POOL} or {@code DUMMY}
   * @param generator the packets' generator
   * @param hugePages whether to try huge pages
   * @throws IllegalArgumentException if the strategy allocates
   * @throws IllegalStateException if the system refuses memory
   * @throws allocpool.clock.LibraryUnavailableException if prefetch is not available
   */
  AddressAnalyser(
      Sizes sizes, StrategyKind strategy, Generator.Kind generator, boolean hugePages) {
    if (strategy != StrategyKind.POOL && strategy != StrategyKind.DUMMY) {
      throw new IllegalArgumentException("strategy " + strategy + " is none of "
          + StrategyKind.DUMMY + ", " + StrategyKind.POOL);
    }
    ahead = AHEAD.create();
    int slots = strategy.mostPackets(sizes);
    // Under dummy, the list holds the single packet as often as packets are in use
    // elsewhere.
    int entries = StrategyKind.POOL.mostPackets(sizes);
    mapping = Mapping.of(
        Mapping.bytes((long) slots * Slots.STRIDE, words(entries), words(sizes.queue),
            words(sizes.stored + 2)),
        hugePages);
    long packets = mapping.part((long) slots * Slots.STRIDE);
    long stride = strategy == StrategyKind.DUMMY ? 0 : Slots.STRIDE;
    free = new FreeList(mapping.part(words(entries)), packets, stride, entries);
    source = generator.forSource();
    queue = new AddressQueue(mapping.part(words(sizes.queue)), sizes.queue);
    store = new AddressStore(
        mapping.part(words(sizes.stored + 2)), sizes.stored, generator.forStore());
  }

  private static long words(int count) {
    return (long) count * Memory.WORD_BYTES;
  }

  /** Returns the reason why the packets are in small pages; empty if they are not. */
  Optional<String> whySmallPages() {
    return mapping.whySmallPages();
  }

  @Override
  public void step() {
    if (AHEAD != LookAhead.Kind.NONE && queue.isAtBlock(BLOCK_BYTES)) {
      queue.fetchBlock(ahead, BLOCK_BYTES);
    }
    long received = free.take();
    Slots.fill(received, source.next());
    long oldest = queue.exchange(received);
    if (oldest != Memory.NOWHERE) {
      process(oldest);
    }
  }

  private void process(long packet) {
    processed++;
    long unused = packet;
    if (Slots.parse(packet) == IpHeader.TCP) {
      tcpCount++;
      unused = store.exchange(packet);
      if (AHEAD != LookAhead.Kind.NONE) {
        store.fetchNext(ahead);
      }
    }
    if (unused != Memory.NOWHERE) {
      free.giveBack(unused);
    }
  }

  @Override
  public long processed() {
    return processed;
  }

  @Override
  public long tcpCount() {
    return tcpCount;
  }

  /** {@inheritDoc} It parses the queue's packets, which their turn repeats. */
  @Override
  public long digest() {
    mapping.checkOpen();
    Digest digest = new Digest(processed, tcpCount);
    for (int place = 0; place < store.length(); place++) {
      if (store.get(place) != Memory.NOWHERE) {
        Slots.addTo(digest, place, store.get(place));
      }
    }
    int place = store.length();
    for (int age = 0; age < queue.length(); age++) {
      long waiting = queue.get(age);
      if (waiting != Memory.NOWHERE) {
        Slots.parse(waiting);
        Slots.addTo(digest, place++, waiting);
      }
    }
    return digest.value();
  }

  /** {@inheritDoc} Each later step throws an {@link IndexOutOfBoundsException}. */
  @Override
  public void close() {
    queue.close();
    free.close();
    mapping.close();
  }
}
