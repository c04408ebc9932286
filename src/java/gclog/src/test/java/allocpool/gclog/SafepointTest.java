package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafepointTest {
  private static final String JDK_11 = "Total time for which application threads were "
      + "stopped: 0.0120000 seconds, Stopping threads took: 0.0004500 seconds";
  private static final String JDK_17 = "Safepoint \"G1CollectForAllocation\", Time since "
      + "last: 159970063 ns, Reaching safepoint: 450000 ns, Cleanup: 30636 ns, "
      + "At safepoint: 11519364 ns, Total: 12000000 ns";
  private static final String JDK_25 = "Safepoint \"G1CollectForAllocation\", Time since "
      + "last: 48412500 ns, Reaching safepoint: 450000 ns, At safepoint: 11548000 ns, "
      + "Leaving safepoint: 2000 ns, Total: 12000000 ns, Threads: 0 runnable, 10 total";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {JDK_11, JDK_17, JDK_25})
  void theWayBeginsWithTheRequestAndEndsBeforeThePause(String text) {
    Span way = Safepoint.read(1000, text);
    assertEquals(988, way.fromMs, 1e-9);
    assertEquals(0.45, way.lengthMs, 1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "Entering safepoint region: RevokeBias", "Application time: 0.0083721 seconds", "",
    "Safepoint \"X\", Reaching safepoint: 99999999999999999999 ns, Total: 1 ns",
  })
  void anyOtherLineIsNone(String text) {
    assertNull(Safepoint.read(1000, text));
  }

  @ParameterizedTest
  @CsvSource({"0, 5000, 2, 0.45, 0.9", "0, 1900, 1, 0.45, 0.45", "3000, 4000, 0, 0, 0"})
  void aWindowHasItsOwn(double from, double to, int count, double longest, double sum)
      throws GcLogException, IOException {
    Path log = Files.writeString(folder.resolve("gc.log"),
        "[0.010s][info][gc] Using G1\n"
            + "[1.000s][info][safepoint   ] " + JDK_17 + "\n"
            + "[2.000s][info][safepoint   ] " + JDK_25 + "\n");
    WindowFigures figures = new WindowFigures(GcLog.read(log), from, to);
    assertEquals(count, figures.safepoints.size());
    assertEquals(longest, WindowFigures.max(figures.safepoints), 1e-9);
    assertEquals(sum, WindowFigures.sum(figures.safepoints), 1e-9);
  }

  @Test
  void ourOwnOptionAsksForThem() {
    assertTrue(GcLog.OPTION.contains("gc*,safepoint:"), GcLog.OPTION);
  }
}
