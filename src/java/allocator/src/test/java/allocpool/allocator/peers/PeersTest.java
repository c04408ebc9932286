package allocpool.allocator.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.allocator.Memory;
import allocpool.fixture.Crowd;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeersTest {
  static Set<String> names() {
    return Peers.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyTurnReadsWhatItHasWritten(String name) throws Exception {
    for (Memory memory : Memory.values()) {
      Peer peer = Peers.of(name, memory);
      for (int size : new int[] {1, 1024, 8192, 65536}) {
        byte[] payload = new byte[(size + 1) / 2];
        payload[0] = 5;
        assertEquals(1000 * 5, peer.turns(1000, size, payload), memory + " " + size);
      }
      Crowd.all(() -> assertEquals(1000 * 3, peer.turns(1000, 1024, new byte[] {3})));
    }
  }

  @Test
  void anUnknownNameIsToldWithThoseThatThereAre() {
    Exception refusal = assertThrows(
        IllegalArgumentException.class, () -> Peers.of("none", Memory.HEAP));
    assertTrue(
        refusal.getMessage().startsWith("no allocator 'none'; there are checked-1000, "),
        refusal.getMessage());
  }
}
