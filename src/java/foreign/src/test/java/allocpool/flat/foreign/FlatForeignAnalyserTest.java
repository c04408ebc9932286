package allocpool.flat.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.DigestVectors;
import allocpool.flat.FlatAnalyser;
import allocpool.flat.Slab;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the analyser in a segment; its own tests cover the rest. */
class FlatForeignAnalyserTest {

  /** Uses only the memory of the packets in use: a pool uses its lowest handles. */
  private static Analyser analyser(
      Sizes sizes, Generator.Kind generator, boolean hugePages) {
    Slab slab = SegmentSlab.allocate(sizes.queue + sizes.stored + 1, hugePages);
    return new FlatAnalyser(sizes, StrategyKind.POOL, generator, slab);
  }

  /** Ignores a vector's strategy: all strategies give the same digest. */
  @DigestVectors
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind any, int packets,
      String digest) {
    try (Analyser analyser = analyser(load.sizes(scale), generator, true)) {
      analyser.run(packets);
      assertEquals(digest, String.format("%016x", analyser.digest()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stepsAllocateNothing(boolean hugePages) {
    try (Analyser analyser =
        analyser(Case.B.sizes(100), Generator.Kind.RANDOM, hugePages)) {
      analyser.run(1_000_000); // until all of it is compiled
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      analyser.run(1_000_000);
      assertEquals(before, threads.getCurrentThreadAllocatedBytes());
    }
  }

  @Test
  void aClosedAnalyserCannotGoOn() {
    Analyser analyser = analyser(Case.A.sizes(100), Generator.Kind.COUNTER, true);
    analyser.run(1000);
    analyser.close();
    assertThrows(IllegalStateException.class, analyser::step);
    assertThrows(IllegalStateException.class, analyser::digest);
  }
}
