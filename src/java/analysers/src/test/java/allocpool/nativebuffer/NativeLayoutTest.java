package allocpool.nativebuffer;

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
class NativeLayoutTest {

  private static Analyser analyserAfterManyPackets() {
    Sizes sizes = Case.A.sizes(100);
    Slots slots = new Slots(StrategyKind.POOL.mostPackets(sizes));
    Analyser analyser = new PacketAnalyser<>(
        sizes, StrategyKind.POOL, Generator.Kind.COUNTER, new NativePackets(slots));
    analyser.run(10_000);
    return analyser;
  }

  // --8<-- [start:seven-objects]
  /** A packet is two objects, plus five while it is stored, and that's all there is. */
  @Test
  void aStoredPacketIsSevenObjects() throws JMException {
    analyserAfterManyPackets().close(); // the JVM creates its own objects first
    Census before = Census.take();
    try (Analyser analyser = analyserAfterManyPackets()) {
      Map<String, Long> added = Census.take().since(before, 100);
      assertEquals(9900, analyser.processed(), "the analyser itself was alive so far");
      assertEquals(
          Map.of(
              "allocpool.nativebuffer.NativePacket", 10_000L,
              "java.nio.DirectByteBuffer", 10_000L + 1, // the slices, and the whole
              "allocpool.workload.IpPacket", 100L,
              "allocpool.workload.IpHeader", 100L,
              "allocpool.workload.Ipv4Address", 200L,
              "java.nio.DirectByteBufferR", 100L),
          added);
    }
  }
  // --8<-- [end:seven-objects]

  @Test
  void aPacketIsANumberAndTwoReferences() {
    ClassLayout layout = ClassLayout.parseClass(NativePacket.class);
    System.out.println(layout.toPrintable());
    assertEquals(3, layout.fields().size());
    assertEquals(0, layout.instanceSize() % 8);
  }
}
