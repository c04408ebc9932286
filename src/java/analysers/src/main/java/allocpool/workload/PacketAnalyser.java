package allocpool.workload;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * The analyser for implementations with an object per packet: a source fills packets, a
 * queue delays them, a processor parses them and keeps the TCP ones for a while.
 *
 * @param <P> the implementation's packet
 */
public final class PacketAnalyser<P extends Packet> extends Analyser {
  private final PacketFactory<P> factory;
  private final Strategy<P> strategy;
  private final PacketSource source;
  private final Generator slots;
  private final ArrayDeque<P> queue;
  private final int queueSize;
  private final P[] store;
  private long processed;
  private long tcpCount;

  /**
   * Makes an analyser whose packets are left to the garbage collector.
   *
   * @param sizes the case's sizes
   * @param strategy the packets' strategy
   * @param generator the packets' generator
   * @param constructor makes one packet
   */
  public PacketAnalyser(
      Sizes sizes, StrategyKind strategy, Generator.Kind generator,
      Supplier<P> constructor) {
    this(sizes, strategy, generator, CollectedPackets.create(constructor));
  }

  /**
   * Makes an analyser with an empty queue and an empty store.
   *
   * @param sizes the case's sizes
   * @param strategy the packets' strategy
   * @param generator the packets' generator
   * @param factory makes the packets, and is closed with the analyser
   */
  public PacketAnalyser(
      Sizes sizes, StrategyKind strategy, Generator.Kind generator,
      PacketFactory<P> factory) {
    this.factory = factory;
    this.strategy = strategy.create(factory, sizes);
    this.source = new PacketSource(generator.forSource());
    this.slots = generator.forStore();
    this.queue = new ArrayDeque<>(sizes.queue + 1);
    this.queueSize = sizes.queue;
    @SuppressWarnings("unchecked") // Only packets of this strategy are ever put in.
    P[] empty = (P[]) new Packet[sizes.stored];
    this.store = empty;
  }

  // --8<-- [start:step]
  @Override
  public void step() {
    P packet = strategy.acquire();
    packet.fill(source);
    queue.addLast(packet);
    if (queue.size() > queueSize) {
      process(queue.removeFirst());
    }
  }
  // --8<-- [end:step]

  // --8<-- [start:process]
  private void process(P packet) {
    processed++;
    packet.parse();
    if (packet.parsed.header.isTcp()) {
      tcpCount++;
      int slot = (int) ((slots.next() & Long.MAX_VALUE) % store.length);
      P previous = store[slot];
      if (previous != null) {
        release(previous);
      }
      store[slot] = packet;
    } else {
      release(packet);
    }
  }

  private void release(P packet) {
    packet.parsed = null;
    strategy.release(packet);
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

  // --8<-- [start:digest]
  @Override
  public long digest() {
    Digest digest = new Digest(processed, tcpCount);
    for (int slot = 0; slot < store.length; slot++) {
      if (store[slot] != null) {
        digest.add(slot, store[slot].parsed);
      }
    }
    int position = store.length;
    for (P waiting : queue) {
      digest.add(position++, waiting.read());
    }
    return digest.value();
  }
  // --8<-- [end:digest]

  @Override
  public void close() {
    factory.close();
  }
}
