package allocpool.flat;

import allocpool.workload.Analyser;
import allocpool.workload.Digest;
import allocpool.workload.Generator;
import allocpool.workload.IpHeader;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;

/**
 * The analyser for packets that are numbers. Its steps do the same as the other
 * analysers', but allocate nothing; besides the packets they read and write only three
 * arrays of integers in the Java heap, which hold no references.
 *
 * <p>The next packet to parse was written so long ago that it has left all caches, and a
 * program that waits for it alone spends most of its time waiting. But the queue knows
 * the next packets early. C++ prefetches them; Java has no prefetch, so here several
 * packets are read together shortly before they are needed, and the processor waits for
 * all of them as long as for one.
 */
public final class FlatAnalyser extends Analyser {
  private static final int NONE = Slab.NONE;
  private static final int TOUCH_AHEAD = Switches.touchAhead();
  private static final boolean TOUCH_VICTIM = Switches.touchVictim();

  private final Slab slab;
  private final Handles free;
  private final Generator source;
  private final HandleQueue queue;
  private final HandleStore store;
  private long processed;
  private long tcpCount;
  private long touched; // meaningless; unused reads would be optimised away

  /**
   * Makes an analyser with an empty queue and an empty store.
   *
   * @param sizes the case's sizes
   * @param strategy one that does not allocate: {@code POOL} or {@code DUMMY}
   * @param generator the packets' generator
   * @param slab has as many slots as the strategy needs, and is closed with the analyser
   * @throws IllegalArgumentException if the strategy allocates
   */
  public FlatAnalyser(
      Sizes sizes, StrategyKind strategy, Generator.Kind generator, Slab slab) {
    this(sizes, Handles.of(strategy, sizes), generator, slab);
  }

  FlatAnalyser(Sizes sizes, Handles handles, Generator.Kind generator, Slab slab) {
    this.slab = slab;
    free = handles;
    source = generator.forSource();
    queue = new HandleQueue(sizes.queue);
    store = new HandleStore(sizes.stored, generator.forStore());
  }

  // --8<-- [start:step]
  @Override
  public void step() {
    if (TOUCH_AHEAD != 0 && queue.isAtBlock(TOUCH_AHEAD)) {
      touchAhead();
    }
    int received = free.take();
    slab.fill(received, source.next());
    int oldest = queue.exchange(received);
    if (oldest != NONE) {
      process(oldest);
    }
  }

  private void touchAhead() {
    touched += queue.touchBlock(slab, TOUCH_AHEAD);
    if (TOUCH_VICTIM) {
      touched += store.touchNext(slab);
    }
  }
  // --8<-- [end:step]

  // --8<-- [start:process]
  private void process(int packet) {
    processed++;
    int unused = packet;
    if (slab.parse(packet) == IpHeader.TCP) {
      tcpCount++;
      unused = store.exchange(packet);
    }
    if (unused != NONE) {
      free.giveBack(unused);
    }
  }
  // --8<-- [end:process]

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
    Digest digest = new Digest(processed, tcpCount);
    for (int place = 0; place < store.length(); place++) {
      if (store.get(place) != NONE) {
        slab.addTo(digest, place, store.get(place));
      }
    }
    int place = store.length();
    for (int age = 0; age < queue.length(); age++) {
      int waiting = queue.get(age);
      if (waiting != NONE) {
        slab.parse(waiting);
        slab.addTo(digest, place++, waiting);
      }
    }
    return digest.value();
  }

  @Override
  public void close() {
    slab.close();
  }
}
