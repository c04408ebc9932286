package allocpool.region;

import allocpool.workload.Analyser;
import allocpool.workload.Digest;
import allocpool.workload.Generator;
import allocpool.workload.IpHeader;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * The analyser for packets in regions. The queue consists of regions, since packets leave
 * it in memory order, and the store is a segment that lives as long as the analyser: a
 * packet that is kept overwrites the one in its slot.
 */
final class RegionAnalyser extends Analyser {
  private final Arena life = Arena.ofConfined();
  private final MemorySegment store;
  private final RegionMemory memory;
  private final ArrayDeque<Region> regions = new ArrayDeque<>();
  private final int queueSize;
  private final Generator source;
  private final Generator places;
  private Region newest;
  private int waiting;
  private long processed;
  private long tcpCount;

  /**
   * Makes an analyser with an empty queue and an empty store.
   *
   * @param sizes the case's sizes
   * @param strategy the regions' source of memory: {@code ALLOC} or {@code POOL}
   * @param generator the packets' generator
   * @throws IllegalStateException if the system refuses memory
   */
  RegionAnalyser(Sizes sizes, StrategyKind strategy, Generator.Kind generator) {
    store = RegionMemory.allocate(life, sizes.stored);
    memory = strategy == StrategyKind.ALLOC
        ? RegionMemory.allocated()
        : RegionMemory.pooled(life, mostRegions(sizes.queue + 1));
    queueSize = sizes.queue;
    source = generator.forSource();
    places = generator.forStore();
    newest = open();
  }

  /** At worst a batch ends with the oldest packet, and one begins at the newest. */
  static int mostRegions(int packets) {
    return (packets - 2 + Region.PACKETS) / Region.PACKETS + 1;
  }

  private Region open() {
    Region region = new Region(memory);
    regions.addLast(region);
    return region;
  }

  // --8<-- [start:step]
  @Override
  public void step() {
    if (newest.isFull()) {
      newest = open();
    }
    newest.receive(source.next());
    if (++waiting > queueSize) {
      process(regions.getFirst());
    }
  }

  private void process(Region region) {
    processed++;
    if (region.parseOldest() == IpHeader.TCP) {
      tcpCount++;
      region.copyOldest(store, nextPlace() * Slot.BYTES);
    }
    region.dropOldest();
    waiting--;
    if (region.isDone()) {
      regions.removeFirst().close();
    }
  }
  // --8<-- [end:step]

  private long nextPlace() {
    return (places.next() & Long.MAX_VALUE) % places();
  }

  private long places() {
    return store.byteSize() / Slot.BYTES;
  }

  @Override
  public long processed() {
    return processed;
  }

  @Override
  public long tcpCount() {
    return tcpCount;
  }

  @Override
  public long digest() {
    Digest digest = new Digest(processed, tcpCount);
    for (long place = 0; place < places(); place++) {
      if (Slot.isParsed(store, place * Slot.BYTES)) {
        Slot.addTo(digest, place, store, place * Slot.BYTES);
      }
    }
    long place = places();
    for (Region region : regions) {
      place = region.addTo(digest, place);
    }
    return digest.value();
  }

  @Override
  public void close() {
    regions.forEach(Region::close);
    life.close();
  }
}
