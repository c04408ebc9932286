package allocpool.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.StrategyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;

/** A packet's composition: the numbers of objects that a collector has to visit. */
class HeapLayoutTest {
  private final List<HeapPacket> packets = new ArrayList<>();

  /** Fills the list with all packets of a small run; every stored one is parsed. */
  private void fill() {
    PacketAnalyser<HeapPacket> analyser = new PacketAnalyser<>(
        Case.A.sizes(100), StrategyKind.MIX, Generator.Kind.COUNTER, () -> {
          HeapPacket packet = new HeapPacket();
          packets.add(packet);
          return packet;
        });
    analyser.run(10_000);
  }

  // --8<-- [start:five-objects-more]
  @Test
  void aParsedPacketIsFiveObjectsMore() {
    fill();
    Map<Long, Long> packetsByObjects = packets.stream()
        .map(packet -> GraphLayout.parseInstance(packet).totalCount())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    long stored = 100;
    assertEquals(Map.of(3L, packets.size() - stored, 3L + 5L, stored), packetsByObjects);
  }
  // --8<-- [end:five-objects-more]

  @Test
  void aPacketIsABufferAndAReference() {
    ClassLayout layout = ClassLayout.parseClass(HeapPacket.class);
    System.out.println(layout.toPrintable());
    assertEquals(2, layout.fields().size());
    assertEquals(0, layout.instanceSize() % 8);
  }
}
