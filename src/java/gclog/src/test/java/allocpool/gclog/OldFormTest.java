package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of JDK 8, written by hand in its formats. */
class OldFormTest {
  @TempDir private Path folder;

  private GcLog read(String... lines) throws Exception {
    Path log = folder.resolve("gc.log");
    Files.write(log, List.of(lines), StandardCharsets.ISO_8859_1);
    return GcLog.read(List.of(log), 0, false);
  }

  /** Formats pauses as {@code begin+length kind before->after}. */
  private static String pauses(GcLog log) {
    return log.pauses.stream()
        .map(pause -> String.format(Locale.ROOT, "%.0f+%.1f %s %.0f->%.0f",
            pause.fromMs, pause.lengthMs, pause.kind, pause.heapBeforeMb,
            pause.heapAfterMb))
        .collect(Collectors.joining("; "));
  }

  @Test
  void parallelWithDetails() throws Exception {
    GcLog log = read(
        "CommandLine flags: -XX:InitialHeapSize=1 -XX:+UseParallelGC",
        "2026-11-20T10:00:01.354+0100: 1.354: [GC (Allocation Failure) [PSYoungGen: "
            + "20480K->1024K(30720K)] 40960K->20480K(51200K), 0.0024000 secs] [Times: "
            + "user=0.00 sys=0.00, real=0.00 secs]",
        "2026-11-20T10:00:02.000+0100: 2.000: [Full GC (Ergonomics) [PSYoungGen: "
            + "1024K->0K(30720K)] [ParOldGen: 19456K->10240K(20480K)] "
            + "20480K->10240K(51200K), [Metaspace: 2656K->2656K(1056768K)], "
            + "0.0207000 secs] [Times: user=0.00 sys=0.00, real=0.02 secs]");
    assertEquals("Parallel", log.collectorName);
    assertEquals("1354+2.4 Young (Allocation Failure) 40->20; "
        + "2000+20.7 Full (Ergonomics) 20->10", pauses(log));
    assertEquals(2, log.heap.size());
  }

  @Test
  void theTimeOfDayAloneAndNoDetails() throws Exception {
    GcLog log = read(
        "2026-11-20T10:00:01.000+0100: [GC (Allocation Failure)  40M->20M(50M), "
            + "0,5 secs]",
        "2026-11-20T10:00:03.000+0100: [Full GC (System.gc())  30M->20M(50M), 0,1 secs]");
    assertEquals(CollectorSigns.EITHER, log.collectorName);
    assertEquals("-500+500.0 Young (Allocation Failure) 40->20; "
        + "1500+100.0 Full (System.gc()) 30->20", pauses(log));
  }

  @Test
  void serialInSerial() throws Exception {
    GcLog log = read("0.500: [GC (Allocation Failure) 0.500: [DefNew: "
        + "4416K->512K(4928K), 0.0043 secs]0.504: [Tenured: "
        + "10944K->3456K(10944K), 0.0143 secs] "
        + "15360K->3072K(15872K), [Metaspace: 2656K->2656K(1056768K)], 0.0186 secs] "
        + "[Times: user=0.02 sys=0.00, real=0.02 secs]");
    assertEquals("Serial", log.collectorName);
    assertEquals("500+18.6 Young (Allocation Failure) 15->3", pauses(log));
  }

  @Test
  void g1TellsTheHeapLater() throws Exception {
    GcLog log = read(
        "1.000: [GC pause (G1 Evacuation Pause) (young), 0.0050 secs]",
        "   [Parallel Time: 4.2 ms, GC Workers: 2]",
        "   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: "
            + "24.0M(256.0M)->4096.0K(256.0M)]",
        "2.000: [GC pause (G1 Evacuation Pause) (mixed), 0.0060 secs]",
        "   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: "
            + "1.0G(2.0G)->512.0M(2.0G)]",
        "2.500: [GC concurrent-mark-start]",
        "2.600: [GC concurrent-mark-end, 0.1000 secs]",
        "3.000: [GC cleanup 12M->11M(256M), 0.0003 secs]");
    assertEquals("G1", log.collectorName);
    assertEquals("1000+5.0 Young (Normal) (G1 Evacuation Pause) 24->4; "
        + "2000+6.0 Young (Mixed) (G1 Evacuation Pause) 1024->512; "
        + "3000+0.3 Cleanup 12->11", pauses(log));
    assertEquals(100, log.concurrent.get(0).lengthMs, 1e-9);
    assertEquals(2500, log.concurrent.get(0).fromMs, 1e-9);
    assertEquals(2, log.heap.size());
  }

  @Test
  void concurrentMarkSweep() throws Exception {
    GcLog log = read(
        "1.000: [GC (Allocation Failure) 1.000: [ParNew: 7424K->768K(7424K), "
            + "0.0025 secs] 12288K->7168K(23808K), 0.0026 secs] "
            + "[Times: user=0.0 sys=0.0, real=0.0 secs]",
        "1.100: [GC (CMS Initial Mark) [1 CMS-initial-mark: 6M(16M)] 7168K(23808K), "
            + "0.0002 secs] [Times: user=0.00 sys=0.00, real=0.00 secs]",
        "1.210: [CMS-concurrent-mark: 0.005/0.010 secs] "
            + "[Times: user=0.0, real=0.0 secs]");
    assertEquals("Concurrent Mark Sweep", log.collectorName);
    assertEquals(List.of("Young (Allocation Failure)", "Initial Mark"),
        log.pauses.stream().map(pause -> pause.kind).collect(Collectors.toList()));
    assertEquals(10, log.concurrent.get(0).lengthMs, 1e-9);
  }
}
