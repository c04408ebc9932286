package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTest {
  @TempDir private Path folder;

  /** Formats pauses as {@code begin+length word, ...}, from the window's start. */
  private static String pauses(Timeline timeline) {
    return timeline.pauses.stream()
        .map(pause -> String.format(Locale.ROOT, "%.3f+%.3f %s",
            pause.fromMs - timeline.fromMs, pause.lengthMs,
            PauseKind.shortWord(pause.kind)))
        .collect(Collectors.joining(", "));
  }

  /** Formats uses as {@code time=megabytes, ...}, from the window's start. */
  private static String heap(Timeline timeline) {
    return timeline.heap.stream()
        .map(use -> String.format(Locale.ROOT, "%.0f=%.0f",
            use.atMs - timeline.fromMs, use.usedMb))
        .collect(Collectors.joining(", "));
  }

  /**
   * A script, not this code, read the expected values from the fixtures. A pause that
   * GCToolKit read begins at the time of its first line, in whole milliseconds; the
   * others begin their length before the time of their last line.
   */
  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "serial-11; 369; 402; 0.000+7.721 full, 12.000+2.117 young, "
        + "20.000+8.747 full; 8=10, 14=15, 28=11",
    "serial-17; 315; 334; 0.000+0.046 young, 0.000+10.350 full, "
        + "13.000+2.633 young; 0=22, 11=10, 16=15",
    "serial-25; 309; 325; 0.000+9.741 full, 11.000+2.174 young, "
        + "15.000+10.616 full; 9=11, 13=16",
    "parallel-11; 1800; 1835; 4.000+1.761 young, 5.000+20.780 full, "
        + "32.000+1.985 young; 1=32, 5=33, 26=3, 34=5",
    "parallel-17; 322; 342; 0.000+1.637 young, 3.000+2.763 young, "
        + "8.000+10.513 full, 19.000+1.458 young; 2=21, 5=23, 18=11",
    "parallel-25; 585; 600; 0.000+0.852 young, 4.000+7.656 full, "
        + "14.000+0.589 young; 1=33, 12=5",
    "cms-11; 1260; 1297; 1.000+0.242 initial mark, 11.000+2.201 young, "
        + "15.000+13.846 full, 36.000+2.205 young; 1=15, 13=16, 29=3",
    "g1-11; 1503; 1513; 0.000+1.253 young, 2.000+2.137 remark, "
        + "8.000+1.406 young, 9.000+0.024 cleanup; 2=16, 9=10",
    "g1-17; 517; 523; 0.886+2.114 young, 0.968+0.032 cleanup, "
        + "3.150+0.850 mixed, 4.691+3.309 mixed; 0=32, 3=33, 4=31",
    "g1-17; 552; 567; 0.383+1.617 young, 1.987+9.013 full, "
        + "13.962+0.038 cleanup; 0=37, 2=38, 11=13",
    "g1-25; 1118; 1140; 0.160+1.840 young, 2.338+1.662 remark, "
        + "6.369+1.631 young, 20.935+0.065 cleanup; 2=16, 8=12",
    "zgc-11; 570; 600; 3.947+0.053 mark end, 5.891+2.109 relocate start, "
        + "29.791+0.209 mark start; 17=38",
    "zgc-17; 360; 400; 6.986+0.014 mark end, 11.987+0.013 relocate start, "
        + "27.993+0.007 mark start, 39.986+0.014 mark end; 16=22",
    "zgc-25; 1571; 1588; 0.986+0.014 mark end, 1.991+0.009 relocate start, "
        + "2.992+0.008 mark start, 4.989+0.011 mark end, 7.992+0.008 mark end, "
        + "7.994+0.006 relocate start, 9.992+0.008 relocate start; "
        + "3=80, 9=54, 16=50",
    "shenandoah-11; 1750; 1840; 4.720+0.280 final mark, "
        + "5.984+0.016 initial update refs, 8.928+0.072 final update refs, "
        + "38.714+0.286 initial mark, 40.513+11.487 degenerated, "
        + "89.743+0.257 initial mark; 9=16, 52=14",
    "shenandoah-17; 530; 558; 1.985+0.015 final update refs, "
        + "10.967+0.033 initial mark, 26.961+0.039 final mark, "
        + "27.997+0.003 final roots; 2=12, 27=8",
    "shenandoah-25; 423; 479; 0.413+4.587 degenerated, "
        + "26.976+0.024 initial mark, 34.070+20.930 full; 5=9, 55=8",
    "shenandoah-25; 549; 560; 0.871+0.129 final mark, "
        + "1.988+0.012 initial update refs, 3.935+0.065 final update refs, "
        + "7.915+0.085 final mark, 9.979+0.021 initial mark; 4=14, 8=14",
  })
  void saysWhatHappenedInTheWindow(
      String name, double from, double to, String pauses, String heap)
      throws GcLogException {
    Timeline timeline = new Timeline(GcLog.read(Fixtures.log(name)), from, to);
    assertEquals(pauses, pauses(timeline));
    assertEquals(heap, heap(timeline));
    assertFalse(timeline.truncated);
  }

  @Test
  void aPauseBelongsToTheWindowInWhichItBegins() throws GcLogException {
    // The full collection lasts from 1805 to 1826.
    GcLog log = GcLog.read(Fixtures.log("parallel-11"));
    assertEquals("0.000+20.780 full", pauses(new Timeline(log, 1805, 1806)));
    assertEquals("", pauses(new Timeline(log, 1806, 1827)));
    assertEquals("", heap(new Timeline(log, 1806, 1826)));
    assertEquals("20=3", heap(new Timeline(log, 1806, 1827)));
  }

  @Test
  void aWindowMayBeEmptyOrWithoutEvents() throws GcLogException {
    GcLog log = GcLog.read(Fixtures.log("parallel-11"));
    for (Timeline timeline : new Timeline[] {
        new Timeline(log, 1805, 1805), new Timeline(log, 90_000, 91_000)}) {
      assertEquals("", pauses(timeline));
      assertEquals("", heap(timeline));
      assertFalse(timeline.truncated);
    }
  }

  @Test
  void keepsTheFirstOnesOfTooMany() throws GcLogException, IOException {
    assertFull(500, false);
    assertFull(501, true);
  }

  private void assertFull(int collections, boolean truncated)
      throws GcLogException, IOException {
    StringBuilder text = new StringBuilder("[0.001s][info][gc] Using Parallel\n");
    for (int i = 0; i < collections; i++) {
      text.append(String.format(Locale.ROOT,
          "[%d.000s][info][gc] GC(%d) Pause Young (x) 9M->%dM(9M) 1.000ms%n",
          i + 1, i, i));
    }
    Path path = Files.writeString(folder.resolve("gc.log"), text);
    Timeline timeline = new Timeline(GcLog.read(path), 0, 1e9);
    assertEquals(500, timeline.pauses.size());
    assertEquals(500, timeline.heap.size());
    assertEquals(999, timeline.pauses.get(0).fromMs);
    assertEquals(499, timeline.heap.get(499).usedMb);
    assertEquals(truncated, timeline.truncated);
  }

  @Test
  void aHeapThatIsCutOffIsTruncatedToo() throws GcLogException, IOException {
    StringBuilder text = new StringBuilder("[0.001s][info][gc] Using Shenandoah\n");
    for (int i = 0; i <= 500; i++) {
      text.append(String.format(Locale.ROOT,
          "[%d.000s][info][gc] GC(%d) Concurrent cleanup 9M->8M(9M) 1.000ms%n",
          i + 1, i));
    }
    Path path = Files.writeString(folder.resolve("gc.log"), text);
    Timeline timeline = new Timeline(GcLog.read(path), 0, 1e9);
    assertEquals(0, timeline.pauses.size());
    assertEquals(500, timeline.heap.size());
    assertTrue(timeline.truncated);
  }
}
