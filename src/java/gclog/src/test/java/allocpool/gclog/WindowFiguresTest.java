package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowFiguresTest {

  /**
   * awk, not this code, counted the expected figures in the fixtures' lines.
   */
  @ParameterizedTest
  @CsvSource({
    "serial-11,     Serial,                  gctoolkit,  4, 20.711,  8.747",
    "serial-17,     Serial,                  gctoolkit,  5, 23.609, 10.525",
    "serial-25,     Serial,                  gctoolkit,  4, 25.107, 10.616",
    "parallel-11,   Parallel,                gctoolkit,  9, 36.251, 20.780",
    "parallel-17,   Parallel,                gctoolkit,  5, 18.162, 10.513",
    "parallel-25,   Parallel,                gctoolkit,  6, 11.375,  7.656",
    "cms-11,        Concurrent Mark Sweep,   gctoolkit, 30, 89.339, 13.846",
    "g1-11,         G1,                      gctoolkit,  8, 10.117,  2.137",
    "g1-17,         G1,                      log,       22, 51.340,  9.013",
    "g1-25,         G1,                      log,        8, 12.915,  1.994",
    "zgc-11,        The Z Garbage Collector, log,        6,  2.942,  2.109",
    "zgc-17,        The Z Garbage Collector, log,        9,  0.096,  0.014",
    "zgc-25,        The Z Garbage Collector, log,       17,  0.121,  0.014",
    "shenandoah-11, Shenandoah,              log,       10, 12.973, 11.487",
    "shenandoah-17, Shenandoah,              log,       10,  3.638,  3.429",
    "shenandoah-25, Shenandoah,              log,       13, 26.146, 20.930",
  })
  void countsEveryPause(
      String name, String collector, String source, int pauses, double sumMs,
      double maxMs)
      throws GcLogException {
    GcLog log = GcLog.read(Fixtures.log(name));
    WindowFigures figures = new WindowFigures(log, 0, 5000);
    assertEquals(collector, log.collectorName);
    assertEquals(source, log.source);
    assertEquals(pauses, figures.pauses.size());
    assertEquals(sumMs, WindowFigures.sum(figures.pauses), 0.001);
    assertEquals(maxMs, WindowFigures.max(figures.pauses), 0.0005);
    assertEquals(sumMs / pauses, WindowFigures.average(figures.pauses), 0.001);
    assertEquals(pauses / 5.0, figures.pausesPerSecond(), 1e-9);
    assertEquals(sumMs / 50, figures.fractionPercent(), 0.001);
  }

  @ParameterizedTest
  @CsvSource({
    "parallel-11, Full (Ergonomics)=1|Young (Allocation Failure)=8",
    "cms-11, Full (Allocation Failure)=1|Initial Mark=3|Remark=2"
        + "|Young (Allocation Failure)=24",
    "g1-11, Cleanup=1|Remark=1|Young (Concurrent Start) (G1 Evacuation Pause)=1"
        + "|Young (Normal) (G1 Evacuation Pause)=5",
    "g1-25, Cleanup=1|Remark=1|Young (Concurrent Start) (G1 Evacuation Pause)=1"
        + "|Young (Normal) (G1 Evacuation Pause)=5",
    "g1-17, Cleanup=2|Full (G1 Compaction Pause)=1|Remark=2"
        + "|Young (Concurrent Start) (G1 Evacuation Pause)=2"
        + "|Young (Concurrent Start) (G1 Preventive Collection)=1"
        + "|Young (Mixed) (G1 Preventive Collection)=3"
        + "|Young (Normal) (G1 Evacuation Pause)=6"
        + "|Young (Normal) (G1 Preventive Collection)=4"
        + "|Young (Prepare Mixed) (G1 Preventive Collection)=1",
    "serial-11, Full (Allocation Failure)=2|Young (Allocation Failure)=2",
    "serial-17, Full (Allocation Failure)=2|Young (Allocation Failure)=3",
    "zgc-11, Mark End=2|Mark Start=2|Relocate Start=2",
    "zgc-25, Mark End=6|Mark Start=4|Mark Start (Major)=1|Relocate Start=6",
    "shenandoah-11, Degenerated GC (Mark)=1|Final Mark=2|Final Update Refs=2"
        + "|Init Mark=2|Init Mark (process weakrefs)=1|Init Update Refs=2",
    "shenandoah-17, Final Mark (unload classes)=3|Final Roots=2|Final Update Refs=1"
        + "|Init Mark (unload classes)=3|Init Update Refs=1",
    "shenandoah-25, Degenerated GC (Young) (Mark)=1|Final Mark (Old)=1"
        + "|Final Mark (Young)=2|Final Update Refs=2|Full=1|Init Mark (Young)=4"
        + "|Init Update Refs=2",
  })
  void namesEveryPause(String name, String kinds) throws GcLogException {
    Map<String, Integer> counted = new TreeMap<>();
    for (Pause pause : GcLog.read(Fixtures.log(name)).pauses) {
      counted.merge(pause.kind, 1, Integer::sum);
    }
    assertEquals(kinds, String.join("|", counted.entrySet().stream()
        .map(Map.Entry::toString).toArray(String[]::new)));
  }

  /** Another program counted the expected times microsecond by microsecond. */
  @ParameterizedTest
  @CsvSource({
    "serial-11, 0", "parallel-11, 0", "cms-11, 61.156", "g1-11, 11.415", "g1-17, 34.103",
    "g1-25, 31.023", "zgc-11, 43.619", "zgc-17, 61.920", "zgc-25, 26.506",
    "shenandoah-11, 18.599", "shenandoah-17, 38.147", "shenandoah-25, 26.685",
  })
  void concurrentTimeIsThatOfPhasesWithoutPauses(String name, double milliseconds)
      throws GcLogException {
    GcLog log = GcLog.read(Fixtures.log(name));
    assertEquals(milliseconds, new WindowFigures(log, 0, 5000).concurrentMs(), 0.01);
  }

  @Test
  void concurrentPhasesThatOverlapCountOnce() throws GcLogException {
    // In the 23 ms around an old collection, young ones run at the same time.
    GcLog log = GcLog.read(Fixtures.log("zgc-25"));
    assertEquals(20, new WindowFigures(log, 1560, 1583).concurrentMs(), 3);
  }

  @Test
  void aPauseInTheMiddleOfAConcurrentCycleIsNoConcurrentTime() throws GcLogException {
    // This full collection lies entirely within a marking cycle.
    GcLog log = GcLog.read(Fixtures.log("g1-17"));
    assertEquals(0, new WindowFigures(log, 554, 563).concurrentMs(), 1e-6);
    assertEquals(2.96, new WindowFigures(log, 554, 566).concurrentMs(), 0.01);
  }

  @ParameterizedTest
  @CsvSource({
    "parallel-11,   0,  0,      0,      ",
    "zgc-11,        7, 14.998, 34.361, Allocation Stall (main)",
    "zgc-17,        6, 21.855, 70.885, Allocation Stall (main)",
    "zgc-25,        3,  3.751,  5.422, Allocation Stall (main)",
    "shenandoah-11, 2, 58,     86,     Pacing (main)",
    "shenandoah-17, 1,  9,      9,     Pacing (main)",
    "shenandoah-25, 5, 23,     52,     Pacing (main)",
  })
  void stallsAreNoPauses(
      String name, int stalls, double maxMs, double sumMs, String firstKind)
      throws GcLogException {
    WindowFigures figures = new WindowFigures(GcLog.read(Fixtures.log(name)), 0, 5000);
    assertEquals(stalls, figures.stalls.size());
    assertEquals(maxMs, WindowFigures.max(figures.stalls), 0.0005);
    assertEquals(sumMs, WindowFigures.sum(figures.stalls), 0.001);
    if (stalls > 0) {
      assertEquals(firstKind, figures.stalls.get(0).kind);
    }
  }

  @Test
  void threadsWaitForMemoryOrForAnObjectToBeMoved() throws GcLogException {
    assertEquals(
        List.of("Allocation Stall (main)", "Relocation Stall (main)",
            "Allocation Stall (main)"),
        GcLog.read(Fixtures.log("zgc-25")).stalls.stream()
            .map(stall -> stall.kind).collect(Collectors.toList()));
  }

  @Test
  void aPauseAtTheEdgeCountsButOnlyItsPartIsTime() throws GcLogException {
    GcLog log = GcLog.read(Fixtures.log("parallel-11"));
    Pause full = log.pauses.stream()
        .filter(pause -> pause.kind.startsWith("Full")).findFirst().orElseThrow();
    double middle = full.fromMs + full.lengthMs / 2;
    WindowFigures figures = new WindowFigures(log, middle, middle + 1);
    assertEquals(1, figures.pauses.size());
    assertEquals(full.lengthMs, WindowFigures.max(figures.pauses));
    assertEquals(100, figures.fractionPercent(), 1e-6);
  }

  @Test
  void aQuietWindowHasNoPauses() throws GcLogException {
    WindowFigures figures =
        new WindowFigures(GcLog.read(Fixtures.log("parallel-11")), 90_000, 91_000);
    assertEquals(0, figures.pauses.size());
    assertEquals(0, WindowFigures.max(figures.pauses));
    assertEquals(0, WindowFigures.average(figures.pauses));
    assertEquals(0, figures.fractionPercent());
  }

  @Test
  void heapsAreInMegabytes() throws GcLogException {
    Pause full = GcLog.read(Fixtures.log("parallel-11")).pauses.stream()
        .filter(pause -> pause.kind.startsWith("Full")).findFirst().orElseThrow();
    assertEquals(33, full.heapBeforeMb);
    assertEquals(3, full.heapAfterMb);
  }
}
