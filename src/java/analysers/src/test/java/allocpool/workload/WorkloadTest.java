package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  /** The digests of case C, scaled, with the random generator, after 200,000 packets. */
  private static final Map<Integer, String> DIGESTS = Map.of(1, "0a6a9b60e4e3f90f");

  /** A change of the packets or the digest requires a new version, and a line here. */
  @Test
  void theVersionStandsForADigest() {
    Analyser analyser = new PacketAnalyser<>(
        Case.C.sizes(100), StrategyKind.POOL, Generator.Kind.RANDOM, TestPacket::new);
    analyser.run(200_000);
    assertEquals(
        DIGESTS.get(Workload.VERSION), String.format("%016x", analyser.digest()));
  }
}
