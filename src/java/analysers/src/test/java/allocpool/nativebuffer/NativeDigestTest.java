package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.DigestVectors;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NativeDigestTest {

  @DigestVectors
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

  /** Where a packet lies decides what its next use costs. */
  @ParameterizedTest
  @EnumSource(value = StrategyKind.class, names = {"ALLOC", "MIX", "POOL"})
  void afterFillingTheSameSlotsAreFree(StrategyKind strategy) {
    Sizes sizes = Case.C.sizes(100);
    Slots stepped = new Slots(strategy.mostPackets(sizes) + 100);
    Slots filled = new Slots(strategy.mostPackets(sizes) + 100);
    try (Analyser one = new PacketAnalyser<>(
            sizes, strategy, Generator.Kind.COUNTER, new NativePackets(stepped));
        Analyser other = new PacketAnalyser<>(
            sizes, strategy, Generator.Kind.COUNTER, new NativePackets(filled))) {
      one.run(123_456);
      other.fill(123_456);
      one.run(1000);
      other.run(1000);
      assertEquals(one.digest(), other.digest());
      for (int i = 0; i < 100; i++) {
        assertEquals(stepped.take(), filled.take());
      }
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
      assertEquals(sizes.queue + sizes.stored, slots.ledger.inUse());
    }
  }
}
