package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertEquals("0+500.0 Young (Allocation Failure) 40->20; "
        + "2000+100.0 Full (System.gc()) 30->20", pauses(log));
  }

  @Test
  void serialInSerial() throws Exception {
    GcLog log = read("0.500: [GC (Allocation Failure) 0.500: [DefNew: "
        + "4416K->512K(4928K), 0.0043 secs]0.504: [Tenured: "
        + "10944K->3456K(10944K), 0.0143 secs] "
        + "15360K->3072K(15872K), [Metaspace: 2656K->2656K(1056768K)], 0.0186 secs] "
        + "[Times: user=0.02 sys=0.00, real=0.02 secs]");
    assertEquals("Serial", log.collectorName);
    assertEquals("500+18.6 Full (Allocation Failure) 15->3", pauses(log));
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

  @ParameterizedTest
  @ValueSource(strings = {"", "2026-11-20T10:00:11.020+0100: "})
  void aConcurrentModeFailureIsAFullCollectionOverTwoLines(String date) throws Exception {
    GcLog log = read(
        "1.000: [GC (Allocation Failure) 1.000: [ParNew: 7424K->768K(7424K), "
            + "0.0025000 secs] 12288K->7168K(23808K), 0.0026000 secs]",
        "11.000: [GC (Allocation Failure) 11.000: [ParNew (promotion failed): "
            + "7424K->7424K(7424K), 0.0100 secs]11.010: [CMS" + date + "11.020: "
            + "[CMS-concurrent-mark: 0.005/0.010 secs] [Times: user=0.0, real=0.0 secs]",
        " (concurrent mode failure): 15000K->8192K(16384K), 0.0500 secs] "
            + "20480K->8192K(23808K), [Metaspace: 2656K->2656K(1056768K)], 0.0610 secs] "
            + "[Times: user=0.06 sys=0.00, real=0.06 secs]");
    assertEquals("1000+2.6 Young (Allocation Failure) 12->7; "
        + "11000+61.0 Full (Allocation Failure) 20->8", pauses(log));
    assertEquals(10, log.concurrent.get(0).lengthMs, 1e-9);
    assertEquals(2, log.heap.size());
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "(young); ; ; Young (Normal) (G1 Evacuation Pause)",
    "(young) 1.0: [G1Ergonomics (CSet Construction) start choosing CSet, remaining time: "
        + "190.00 ms];  1.0: [G1Ergonomics (CSet Construction) add young regions]; ; "
        + "Young (Normal) (G1 Evacuation Pause)",
    "(mixed)1.001: [GC concurrent-root-region-scan-end, 0.0010000 secs]; ; ; "
        + "Young (Mixed) (G1 Evacuation Pause)",
  })
  void otherLinesInTheMiddleOfG1(String first, String second, String third, String kind)
      throws Exception {
    GcLog log = read(
        "1.000: [GC pause (G1 Evacuation Pause) " + first,
        "Desired survivor size 1048576 bytes, new threshold 15 (max 15)",
        "- age   1:     511232 bytes,     511232 total",
        "" + second, "" + third, ", 0.0050000 secs]",
        "   [Parallel Time: 4.2 ms, GC Workers: 2]",
        "      [GC Worker Start (ms): Min: 1000.0, Avg: 1000.0, Max: 1000.0, Diff: 0.0]",
        "   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: "
            + "124.0M(256.0M)->100.0M(256.0M)]");
    assertEquals("1000+5.0 " + kind + " 124->100", pauses(log));
    assertEquals(first.contains("-end") ? 1 : 0, log.concurrent.size());
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "[ParNew; : 7424K->768K(7424K), 0.0025 secs] ; Concurrent Mark Sweep",
    "[DefNew; : 7424K->768K(7424K), 0.0025 secs] ; Serial",
    "''; [PSYoungGen: 20480K->1024K(30720K)] ; Parallel",
  })
  void theAgesOfSurvivorsInTheMiddle(String first, String last, String collector)
      throws Exception {
    List<String> one = List.of("1.000: [GC (Allocation Failure) " + first,
        "Desired survivor size 1048576 bytes, new threshold 1 (max 6)",
        "- age   1:    1048568 bytes,    1048568 total",
        last + " 12288K->7168K(23808K), 0.0026 secs] [Times: user=0.0, real=0.0 secs]");
    GcLog log = read(one.toArray(new String[0]));
    assertEquals(collector, log.collectorName);
    assertEquals("1000+2.6 Young (Allocation Failure) 12->7", pauses(log));
  }

  @Test
  void aCollectionInsideTheRemark() throws Exception {
    GcLog log = read(
        "1.000: [GC (CMS Final Remark) [YG occupancy: 100 K (7424 K)]1.000: "
            + "[GC (CMS Final Remark) 1.000: [ParNew: 7424K->768K(7424K), 0.0100 secs] "
            + "12288K->7168K(23808K), 0.0101 secs] [Times: user=0.0, real=0.0 secs] ",
        "1.011: [Rescan (parallel) , 0.0010 secs][1 CMS-remark: 6000K(16384K)] "
            + "7168K(23808K), 0.0320 secs] [Times: user=0.0 sys=0.0, real=0.0 secs]");
    assertEquals(1, log.pauses.size());
    assertEquals("Remark", log.pauses.get(0).kind);
    assertEquals(32, log.pauses.get(0).lengthMs, 1e-9);
  }

  @Test
  void aPauseThatNeverEndsIsTold() throws Exception {
    String whole = ".000: [GC (Allocation Failure) [PSYoungGen: 20480K->1024K(30720K)] "
        + "40960K->20480K(51200K), 0.0024 secs]";
    GcLog log = read("1" + whole, "2.000: [GC (Allocation Failure) [PSYoungGen: 20480K",
        "3" + whole, "4" + whole);
    assertEquals(3, log.pauses.size());
    assertTrue(log.notes.toString().contains("begin and do not end: 1"),
        log.notes.toString());
  }

  @Test
  void theTimeToSafepoint() throws Exception {
    String pause = "1.000: [GC (Allocation Failure)  40M->20M(50M), 0,0100 secs]";
    GcLog log = read(pause, "2026-11-20T10:00:01.012+0100: 1.012: Total time for which "
        + "application threads were stopped: 0,0120000 seconds, Stopping threads took: "
        + "0,0004500 seconds");
    assertEquals(1, log.safepoints.size());
    assertEquals(0.45, log.safepoints.get(0).lengthMs, 1e-9);
    assertEquals(1000, log.safepoints.get(0).fromMs, 1e-6);
    String notes = read(pause).notes.toString();
    assertTrue(notes.contains("time to safepoint; -Xloggc:gc.log -XX:+PrintGCDetails"),
        notes);
    assertFalse(notes.contains("-Xlog:"), notes);
  }

  @Test
  void shenandoah() throws Exception {
    GcLog log = read(
        "2026-11-20T10:00:01.000+0100: 1.000: [Concurrent reset 80M->80M(256M), 0.1 ms]",
        "1.000: [Pause Init Mark (process weakrefs), 0.300 ms]",
        "1.001: [Concurrent marking, start]",
        "1.001: [Concurrent marking (process weakrefs) 80M->82M(256M), 5.000 ms]",
        "1.010: [Pause Final Mark (process weakrefs), 0.400 ms]",
        "1.011: [Concurrent cleanup 83968K->20480K(262144K), 0.100 ms]",
        "2.000: [Pause Full (Allocation Failure) 200M->20M(256M), 9.000 ms], "
            + "[Metaspace: 6477K->6477K(1056768K)]");
    assertEquals("Shenandoah", log.collectorName);
    assertEquals(List.of("1000 Init Mark (process weakrefs)",
        "1010 Final Mark (process weakrefs)", "2000 Full (Allocation Failure)"),
        log.pauses.stream().map(pause -> Math.round(pause.fromMs) + " " + pause.kind)
            .collect(Collectors.toList()));
    assertEquals(5.2, WindowFigures.sum(log.concurrent), 1e-9);
    assertEquals(List.of("1011: 82.0, 20.0", "2009: 200.0, 20.0"),
        DecorationsTest.heaps(log.heap, 0));
  }
}
