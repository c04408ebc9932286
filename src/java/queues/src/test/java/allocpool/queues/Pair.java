package allocpool.queues;

import allocpool.queues.peers.Peers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Queues with both ends in Java, for tests: ours, and the peers'. */
enum Pair {
  ALIGNED_RING(true, capacity -> {
    RingLayout layout = RingLayout.ofCapacity(capacity);
    Words words = BufferWords.of(BufferWords.allocate(layout.bytes()));
    return new Ends(
        new SingleWriter(words, layout, capacity),
        AlignedRingReader.create(words, layout));
  }),
  CACHED_RING(true, capacity -> {
    RingLayout layout = RingLayout.ofCapacity(capacity);
    Words words = BufferWords.of(BufferWords.allocate(layout.bytes()));
    return new Ends(
        new SingleWriter(words, layout, capacity),
        CachedRingReader.create(words, layout));
  }),
  DUAL_ARRAY(false, capacity -> {
    int second = 128 + capacity * Integer.BYTES;
    Words words = BufferWords.of(
        BufferWords.allocate(second + capacity * Integer.BYTES));
    return new Ends(
        new DualArrayWriter(words, 64, 128, second, capacity),
        DualArrayReader.create(words, 64, 128, second));
  }),
  BATCH_RING(true, JavaQueues::batchRing),
  RUN_RING(true, JavaQueues::runRing),
  RUN_RING_OF_TWO_RUNS(false, capacity -> JavaQueues.runRing(capacity, 2)),
  JCTOOLS(false, Peers::jctoolsArrayQueue),
  AGRONA_QUEUE(false, Peers::agronaArrayQueue),
  AGRONA_RING_BUFFER(false, Peers::agronaRingBuffer);

  private final boolean exact;
  private final IntFunction<Ends> maker;

  Pair(boolean exact, IntFunction<Ends> maker) {
    this.exact = exact;
    this.maker = maker;
  }

  Ends ends(int capacity) {
    return maker.apply(capacity);
  }

  /** Returns those that always hold exactly their capacity. */
  static Stream<Pair> exact() {
    return Stream.of(values()).filter(pair -> pair.exact);
  }

  /** Takes all available numbers. */
  static List<Integer> drain(TickReader reader) {
    List<Integer> numbers = new ArrayList<>();
    for (int polled = reader.poll(); polled > 0; polled = reader.poll()) {
      for (int i = 0; i < polled; i++) {
        numbers.add(reader.get(i));
      }
      reader.release();
    }
    return numbers;
  }
}
