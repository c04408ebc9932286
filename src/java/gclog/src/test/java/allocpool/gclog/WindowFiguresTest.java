package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowFiguresTest {

  /**
   * The expected figures were counted with awk over the fixtures' lines, not by this
   * code.
   */
  @ParameterizedTest
  @CsvSource({
    "parallel-11, Parallel,                gctoolkit,  9, 36.251, 20.780",
    "parallel-25, Parallel,                gctoolkit,  6, 11.375,  7.656",
    "cms-11,      Concurrent Mark Sweep,   gctoolkit, 30, 89.339, 13.846",
    "g1-11,       G1,                      gctoolkit,  8, 10.117,  2.137",
    "g1-25,       G1,                      log,        8, 12.915,  1.994",
    "zgc-25,      The Z Garbage Collector, log,       17,  0.121,  0.014",
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
    "zgc-25, Mark End=6|Mark Start=4|Mark Start (Major)=1|Relocate Start=6",
  })
  void namesEveryPause(String name, String kinds) throws GcLogException {
    Map<String, Integer> counted = new TreeMap<>();
    for (Pause pause : GcLog.read(Fixtures.log(name)).pauses) {
      counted.merge(pause.kind, 1, Integer::sum);
    }
    assertEquals(kinds, String.join("|", counted.entrySet().stream()
        .map(Map.Entry::toString).toArray(String[]::new)));
  }

  @ParameterizedTest
  @CsvSource({
    "parallel-11, 0", "g1-11, 18.948", "g1-25, 40.526",
  })
  void concurrentTimeIsThatOfWholeCycles(String name, double milliseconds)
      throws GcLogException {
    GcLog log = GcLog.read(Fixtures.log(name));
    assertEquals(milliseconds, new WindowFigures(log, 0, 5000).concurrentMs(), 0.001);
  }

  @Test
  void concurrentPhasesThatOverlapCountOnce() throws GcLogException {
    // In the 23 ms around an old collection young ones run at the same time.
    GcLog log = GcLog.read(Fixtures.log("zgc-25"));
    assertEquals(20, new WindowFigures(log, 1560, 1583).concurrentMs(), 3);
  }

  @Test
  void stallsAreNoPauses() throws GcLogException {
    WindowFigures figures =
        new WindowFigures(GcLog.read(Fixtures.log("zgc-25")), 0, 5000);
    assertEquals(3, figures.stalls.size());
    assertEquals(3.751, WindowFigures.max(figures.stalls), 0.0005);
    assertEquals(5.422, WindowFigures.sum(figures.stalls), 0.001);
    assertEquals("Allocation Stall (main)", figures.stalls.get(0).kind);
    assertEquals("Relocation Stall (main)", figures.stalls.get(1).kind);
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
