package allocpool.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.DigestVectors;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.StrategyKind;

class HeapDigestTest {

  @DigestVectors
  void equalsTheVectors(
      Case load, int scale, Generator.Kind generator, StrategyKind strategy, int packets,
      String digest) {
    Analyser analyser =
        new PacketAnalyser<>(load.sizes(scale), strategy, generator, HeapPacket::new);
    analyser.run(packets);
    assertEquals(digest, String.format("%016x", analyser.digest()));
  }
}
