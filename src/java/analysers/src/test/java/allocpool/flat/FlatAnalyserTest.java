package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.DigestVectors;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FlatAnalyserTest {

  /** Uses only the memory of the packets in use: a pool uses its lowest handles. */
  private static Analyser analyser(
      Sizes sizes, StrategyKind strategy, Generator.Kind generator) {
    Slab slab = BufferSlab.allocate(sizes.queue + sizes.stored + 1);
    return new FlatAnalyser(sizes, strategy, generator, slab);
  }

  /** Ignores a vector's strategy: all strategies give the same digest. */
  @DigestVectors
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind any, int packets,
      String digest) {
    try (Analyser analyser = analyser(load.sizes(scale), StrategyKind.POOL, generator)) {
      analyser.run(packets);
      assertEquals(digest, String.format("%016x", analyser.digest()));
    }
  }

  static Stream<Arguments> runs() {
    return Stream.of(Case.values()).flatMap(load -> Stream.of(Generator.Kind.values())
        .map(generator -> Arguments.of(load, generator)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void doesWhatPacketsWithObjectsDo(Case load, Generator.Kind generator) {
    Sizes sizes = load.sizes(100);
    try (Analyser flat = analyser(sizes, StrategyKind.POOL, generator);
        Analyser heap = ObjectPacket.analyser(sizes, generator)) {
      for (int more : new int[] {0, 1, sizes.queue - 1, 1, 16, 12_345, 67_890}) {
        flat.run(more);
        heap.run(more);
        assertEquals(heap.digest(), flat.digest());
        assertEquals(flat.digest(), flat.digest(), "to take it changes nothing");
        assertEquals(heap.processed(), flat.processed());
        assertEquals(heap.tcpCount(), flat.tcpCount());
      }
    }
  }

  /** Exactly the packets in the queue and the store have handles, each its own. */
  @ParameterizedTest
  @MethodSource("runs")
  void handlesAreInOnePlace(Case load, Generator.Kind generator) {
    Sizes sizes = load.sizes(100);
    int slots = StrategyKind.POOL.mostPackets(sizes);
    CheckedHandles handles = new CheckedHandles(slots);
    try (Analyser analyser =
        new FlatAnalyser(sizes, handles, generator, BufferSlab.allocate(slots))) {
      long packets = 0;
      for (int more : new int[] {1, sizes.queue - 1, 1, 12_345, 67_890}) {
        analyser.run(more);
        packets += more;
        long stored = LongStream.generate(generator.forStore()::next)
            .limit(analyser.tcpCount())
            .map(number -> (number & Long.MAX_VALUE) % sizes.stored)
            .distinct()
            .count();
        long waiting = Math.min(packets, sizes.queue);
        assertEquals(waiting + stored, handles.ledger.inUse());
      }
    }
  }

  @Test
  void dummyRunsInOneSlot() {
    try (Analyser analyser =
        analyser(Case.A.sizes(100), StrategyKind.DUMMY, Generator.Kind.COUNTER)) {
      analyser.run(100_000);
      assertEquals(99_900, analyser.processed());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "MIX"})
  void strategiesThatAllocateAreRefused(StrategyKind strategy) {
    assertThrows(IllegalArgumentException.class,
        () -> analyser(Case.A.sizes(100), strategy, Generator.Kind.COUNTER));
  }

  // --8<-- [start:allocates-nothing]
  @ParameterizedTest
  @EnumSource(names = {"POOL", "DUMMY"})
  void stepsAllocateNothing(StrategyKind strategy) {
    try (Analyser analyser =
        analyser(Case.B.sizes(100), strategy, Generator.Kind.RANDOM)) {
      analyser.run(1_000_000); // until everything is compiled
      long first = allocatedBytes();
      long second = allocatedBytes();
      analyser.run(1_000_000);
      long third = allocatedBytes();
      assertEquals(second - first, third - second, "more than asking for it allocates");
    }
  }

  private static long allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
  // --8<-- [end:allocates-nothing]

  // --8<-- [start:closed]
  @Test
  void aClosedAnalyserCannotGoOn() {
    Analyser analyser =
        analyser(Case.A.sizes(100), StrategyKind.POOL, Generator.Kind.COUNTER);
    analyser.run(1000);
    analyser.close();
    assertThrows(IndexOutOfBoundsException.class, analyser::step);
    assertThrows(IndexOutOfBoundsException.class, analyser::digest);
  }
  // --8<-- [end:closed]
}
