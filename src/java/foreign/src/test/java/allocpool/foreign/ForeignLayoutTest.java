package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

/** What a packet is made of: the numbers of objects that a collector has to visit. */
class ForeignLayoutTest {
  private static final Pattern CLASS_LINE =
      Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +(\\S+)");

  /** The live objects of each class, as the collector finds them; still a text. */
  private static String liveObjects() throws JMException {
    return ManagementFactory.getPlatformMBeanServer().invoke(
        new ObjectName("com.sun.management:type=DiagnosticCommand"),
        "gcClassHistogram",
        new Object[] {new String[0]},
        new String[] {String[].class.getName()}).toString();
  }

  private static Map<String, Long> parse(String histogram) {
    return CLASS_LINE.matcher(histogram).results().collect(Collectors.toMap(
        line -> line.group(2), line -> Long.parseLong(line.group(1)), Long::sum));
  }

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
    String before = liveObjects();
    try (Analyser analyser = analyserAfterManyPackets()) {
      Map<String, Long> added = new TreeMap<>(parse(liveObjects()));
      parse(before).forEach((name, count) -> added.merge(name, -count, Long::sum));
      added.values().removeIf(count -> count < 100);
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
