package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The digests that every implementation in every language has to give. */
class NativeDigestTest {

  @ParameterizedTest
  @CsvSource({
    "A, 100, COUNTER, ALLOC, 0,      449363caabc4d70a",
    "A, 100, RANDOM,  POOL,  101,    988a0de2a804e7fb",
    "B, 100, COUNTER, MIX,   54321,  87b8fb0474e4c90d",
    "C, 100, COUNTER, ALLOC, 200000, 2d336ebb654b36a7",
    "C, 100, COUNTER, MIX,   200000, 2d336ebb654b36a7",
    "C, 100, COUNTER, POOL,  200000, 2d336ebb654b36a7",
    "C, 100, RANDOM,  ALLOC, 200000, 0a6a9b60e4e3f90f",
    "C, 100, RANDOM,  MIX,   200000, 0a6a9b60e4e3f90f",
    "C, 100, RANDOM,  POOL,  200000, 0a6a9b60e4e3f90f",
    "A, 1,   COUNTER, ALLOC, 50000,  52f43c2a725458be",
    "B, 1,   RANDOM,  MIX,   300000, dea2b19eb1d8b78a",
  })
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind strategy, int packets,
      String digest) {
    Sizes sizes = load.sizes(scale);
    Slots slots = new CheckedSlots(strategy.mostPackets(sizes));
    try (Analyser analyser =
        new PacketAnalyser<>(sizes, strategy, generator, new NativePackets(slots))) {
      analyser.run(packets);
      assertEquals(digest, String.format("%016x", analyser.digest()));
    }
  }

  /** Once queue and store are full, each of their packets has a slot, and no other. */
  @ParameterizedTest
  @EnumSource(Case.class)
  void allocationHoldsASlotForEachPacketInUse(Case load) {
    Sizes sizes = load.sizes(100);
    CheckedSlots slots = new CheckedSlots(StrategyKind.ALLOC.mostPackets(sizes));
    try (Analyser analyser = new PacketAnalyser<>(
        sizes, StrategyKind.ALLOC, Generator.Kind.COUNTER, new NativePackets(slots))) {
      analyser.run(200_000);
      assertEquals(sizes.queue + sizes.stored, slots.inUse());
    }
  }
}
