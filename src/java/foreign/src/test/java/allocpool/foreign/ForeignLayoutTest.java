package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.Census;
import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.util.Map;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

/** A packet's composition: the numbers of objects that a collector has to visit. */
class ForeignLayoutTest {

  private static Analyser analyserAfterManyPackets() {
    Sizes sizes = Case.A.sizes(100);
    Slots slots = new Slots(StrategyKind.POOL.mostPackets(sizes));
    Analyser analyser = new PacketAnalyser<>(
        sizes, StrategyKind.POOL, Generator.Kind.COUNTER, new ForeignPackets(slots));
    analyser.run(10_000);
    return analyser;
  }

  /** A packet is two objects, and five more while it is stored. There are no others. */
  @Test
  void aStoredPacketIsSevenObjects() throws JMException {
    analyserAfterManyPackets().close(); // so that the virtual machine has its own objects
    Census before = Census.take();
    try (Analyser analyser = analyserAfterManyPackets()) {
      Map<String, Long> added = Census.take().since(before, 100);
      assertEquals(9900, analyser.processed(), "the analyser itself was alive so far");
      assertEquals(
          Map.of(
              "allocpool.foreign.ForeignPacket", 10_000L,
              "jdk.internal.foreign.NativeMemorySegmentImpl",
              10_000L + 1 + 100, // the slices, the whole, and the payloads
              "allocpool.workload.IpPacket", 100L,
              "allocpool.workload.IpHeader", 100L,
              "allocpool.workload.Ipv4Address", 200L),
          added);
    }
  }

  @Test
  void aPacketIsANumberAndTwoReferences() {
    ClassLayout layout = ClassLayout.parseClass(ForeignPacket.class);
    System.out.println(layout.toPrintable());
    assertEquals(3, layout.fields().size());
    assertEquals(0, layout.instanceSize() % 8);
  }
}
