package allocpool.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.DigestVectors;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.StrategyKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RegionAnalyserTest {

  /** Ignores a vector's strategy: all strategies give the same digest. */
  @DigestVectors
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind any, int packets,
      String digest) {
    for (StrategyKind strategy : new StrategyKind[] {
        StrategyKind.ALLOC, StrategyKind.POOL}) {
      try (Analyser analyser =
          new RegionAnalyser(load.sizes(scale), strategy, generator)) {
        analyser.run(packets);
        assertEquals(digest, String.format("%016x", analyser.digest()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "POOL"})
  void aClosedAnalyserCannotGoOn(StrategyKind strategy) {
    Analyser analyser =
        new RegionAnalyser(Case.A.sizes(100), strategy, Generator.Kind.COUNTER);
    analyser.run(1000);
    analyser.close();
    assertThrows(IllegalStateException.class, analyser::digest);
  }

  /** The next packet would begin a batch, in freed memory. */
  @Test
  void aClosedPoolOpensNoRegion() {
    Analyser analyser =
        new RegionAnalyser(Case.A.sizes(100), StrategyKind.POOL, Generator.Kind.COUNTER);
    analyser.run(5 * Region.PACKETS);
    analyser.close();
    assertThrows(IllegalStateException.class, analyser::step);
  }

  /** A batch has 200: one packet more may need one region more or two. */
  @ParameterizedTest
  @CsvSource({"2, 2", "201, 2", "202, 3", "401, 3", "402, 4"})
  void asManyRegionsAsPacketsMayLieIn(int packets, int regions) {
    assertEquals(regions, RegionAnalyser.mostRegions(packets));
  }
}
