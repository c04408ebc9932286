package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  /** What case C, scaled, and the random generator come to after 200,000 packets. */
  private static final Map<Integer, String> DIGESTS = Map.of(1, "0a6a9b60e4e3f90f");

  /** Whoever changes the packets or the digest adds a version here, and a line. */
  @Test
  void theVersionStandsForADigest() {
    Analyser analyser = new PacketAnalyser<>(
        Case.C.sizes(100), StrategyKind.POOL, Generator.Kind.RANDOM, TestPacket::new);
    analyser.run(200_000);
    assertEquals(
        DIGESTS.get(Workload.VERSION), String.format("%016x", analyser.digest()));
  }
}
