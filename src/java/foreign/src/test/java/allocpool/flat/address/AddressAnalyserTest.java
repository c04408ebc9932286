package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.DigestVectors;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.StrategyKind;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses the native library {@code prefetch}, which every build has. */
class AddressAnalyserTest {

  /** Ignores a vector's strategy: all strategies give the same digest. */
  @DigestVectors
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind any, int packets,
      String digest) {
    try (Analyser analyser = new AddressAnalyser(
        load.sizes(scale), StrategyKind.POOL, generator, true)) {
      analyser.run(packets);
      assertEquals(digest, String.format("%016x", analyser.digest()));
      assertEquals(digest, String.format("%016x", analyser.digest()), "once more");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stepsAllocateNothing(boolean hugePages) {
    try (Analyser analyser = new AddressAnalyser(
        Case.B.sizes(100), StrategyKind.POOL, Generator.Kind.RANDOM, hugePages)) {
      analyser.run(1_000_000); // until all of it is compiled
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      analyser.run(1_000_000);
      assertEquals(before, threads.getCurrentThreadAllocatedBytes());
    }
  }

  @Test
  void dummyRunsInOneSlot() {
    try (Analyser analyser = new AddressAnalyser(
        Case.A.sizes(100), StrategyKind.DUMMY, Generator.Kind.COUNTER, false)) {
      analyser.run(100_000);
      assertEquals(99_900, analyser.processed());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "MIX"})
  void strategiesThatAllocateAreRefused(StrategyKind strategy) {
    assertThrows(IllegalArgumentException.class, () -> new AddressAnalyser(
        Case.A.sizes(100), strategy, Generator.Kind.COUNTER, false));
  }

  /** At any position in a block, no access may reach freed memory. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 101, 112, 1000})
  void aClosedAnalyserCannotGoOn(int packets) {
    Analyser analyser = new AddressAnalyser(
        Case.A.sizes(100), StrategyKind.POOL, Generator.Kind.COUNTER, true);
    analyser.run(packets);
    analyser.close();
    assertThrows(IndexOutOfBoundsException.class, analyser::step);
    assertThrows(IllegalStateException.class, analyser::digest);
  }
}
