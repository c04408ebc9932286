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

  /** Once queue and store are full, exactly their packets have slots. */
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
