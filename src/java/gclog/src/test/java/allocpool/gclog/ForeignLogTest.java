package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as found in practice: in pieces, compressed, truncated, restarted. */
class ForeignLogTest {
  @TempDir private Path folder;

  static List<String> fixtures() {
    return DecorationsTest.FIXTURES;
  }

  private static List<String> lines(String fixture) throws IOException {
    return Disguise.lines(fixture, Disguise::plain);
  }

  private Path write(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines, StandardCharsets.ISO_8859_1);
  }

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] packed(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    }
    return bytes.toByteArray();
  }

  private static GcLog read(Path... parts) throws GcLogException {
    return GcLog.read(Arrays.asList(parts), 0, false);
  }

  private static void assertSame(GcLog expected, GcLog actual) {
    assertEquals(expected.collectorName, actual.collectorName);
    DecorationsTest.assertSameSpans(expected.pauses, actual.pauses, 0);
    DecorationsTest.assertSameSpans(expected.stalls, actual.stalls, 0);
    DecorationsTest.assertSameSpans(expected.concurrent, actual.concurrent, 0);
    assertEquals(
        DecorationsTest.heaps(expected.heap, 0), DecorationsTest.heaps(actual.heap, 0));
  }

  private static String notes(GcLog log) {
    return String.join("; ", log.notes);
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void encodingsAndLineEndsDoNotMatter(String fixture) throws Exception {
    GcLog plain = GcLog.read(Fixtures.log(fixture));
    String text = Files.readString(Fixtures.log(fixture));
    String crlf = text.replace("\n", "\r\n");
    assertSame(plain, read(write("1", crlf.getBytes(StandardCharsets.UTF_8))));
    assertSame(plain, read(write("2", ("\ufeff" + text).getBytes())));
    assertSame(plain, read(write("3", crlf.getBytes(StandardCharsets.UTF_16))));
    assertSame(plain,
        read(write("4", ("\ufeff" + crlf).getBytes(StandardCharsets.UTF_16LE))));
    assertSame(plain, read(write("5", packed(text.getBytes()))));
    assertSame(plain, read(write("6", ("\0".repeat(100_000) + text).getBytes())));
    assertSame(plain, read(write("7", ("x".repeat(100_000) + "\n" + text).getBytes())));
  }

  @ParameterizedTest
  @CsvSource({
    "gc.log.0 gc.log.1 gc.log.2 gc.log", "gc.log.2 gc.log.0 gc.log.1 gc.log",
    "gc.log.4 gc.log.0 gc.log.1 gc.log", "gc.log.3 gc.log.2 gc.log.1 gc.log",
    "gc.log.0 gc.log.1 gc.log.2 gc.log.3.current", "gc.log.9 gc.log.10 gc.log.11 gc.log",
  })
  void rotatedFilesAreOneLog(String names) throws Exception {
    for (String fixture : fixtures()) {
      GcLog plain = GcLog.read(Fixtures.log(fixture));
      List<String> lines = lines(fixture);
      List<Path> parts = new ArrayList<>();
      int step = lines.size() / 4;
      for (String name : names.split(" ")) {
        int from = parts.size() * step;
        int to = parts.size() == 3 ? lines.size() : from + step;
        parts.add(write(name, lines.subList(from, to)));
      }
      List<Path> shuffled =
          List.of(parts.get(3), parts.get(1), parts.get(0), parts.get(2));
      assertEquals(parts, Parts.inOrder(shuffled), fixture);
      GcLog log = GcLog.read(shuffled, 0, false);
      assertSame(plain, log);
      assertEquals(1, log.runs, fixture);
      assertEquals(DecorationsTest.NOTES, log.notes, fixture);
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void theLinesTellTheCollectorWhereNoneIsNamed(String fixture) throws Exception {
    GcLog plain = GcLog.read(Fixtures.log(fixture));
    List<String> middle = lines(fixture).stream()
        .filter(line -> line.contains("GC(") || line.contains(" Stall "))
        .collect(Collectors.toList());
    GcLog log = read(write("gc.log", middle));
    assertEquals(plain.collectorName, log.collectorName);
    assertEquals(plain.pauses.size(), log.pauses.size());
    assertTrue(log.firstMs > 200);
    assertTrue(notes(log).contains("the collector's name is missing"), notes(log));
    assertTrue(notes(log).contains("its beginning is missing"), notes(log));
    assertTrue(notes(log).contains("filecount=0 keeps it"), notes(log));
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void onlyTheTagGcSaysWhatItCan(String fixture) throws Exception {
    GcLog plain = GcLog.read(Fixtures.log(fixture));
    List<String> sparse = lines(fixture).stream()
        .filter(line -> line.contains("[gc ") || line.contains("[gc]"))
        .collect(Collectors.toList());
    GcLog log = read(write("gc.log", sparse));
    assertEquals(plain.collectorName, log.collectorName);
    assertEquals(
        DecorationsTest.heaps(plain.heap, 0), DecorationsTest.heaps(log.heap, 0));
    if (fixture.startsWith("zgc")) {
      assertTrue(notes(log).contains("it does not tell pauses"), notes(log));
    } else {
      DecorationsTest.assertSameSpans(plain.pauses, log.pauses, 0);
      assertEquals(DecorationsTest.NOTES, log.notes);
    }
  }

  @Test
  void theCollectorMayBeNamedAfterTheFirstLine() throws Exception {
    List<String> lines = lines("shenandoah-25");
    lines.add(0, "[0.004s][info][gc] Min heap equals to max heap, disabling Uncommit");
    assertEquals(DecorationsTest.NOTES, read(write("gc.log", lines)).notes);
  }

  @Test
  void epsilonTellsHowTheHeapFills() throws Exception {
    GcLog log = read(write("gc.log", List.of(
        "[0.005s][warning][gc,init] Consider setting -Xms equal to -Xmx",
        "[0.005s][info][gc] Using Epsilon",
        "[1.000s][info][gc] Heap: 2G reserved, 1G (50.0%) committed, 51200K (2.4%) used",
        "[2.000s][info][gc] Heap: 2G reserved, 1G (50.0%) committed, 1G (50.0%) used")));
    assertEquals(List.of("1000: 50.0, 50.0", "2000: 1024.0, 1024.0"),
        DecorationsTest.heaps(log.heap, 0));
    assertEquals("Epsilon never collects: only the rate of allocation can be told",
        notes(log));
  }

  @Test
  void whatNoLineTellsIsSaid() throws Exception {
    GcLog log = read(write("gc.log", List.of(
        "[14300.1s][info][gc] GC(76) Pause Young (Allocation Failure) 9M->1M(10M) 2.4ms",
        "[14301.1s][info][gc] GC(77) Pause Full (Allocation Failure) 9M->1M(10M) 9ms")));
    assertEquals("Serial or Parallel", log.collectorName);
    assertTrue(notes(log).contains("which of the two"), notes(log));
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void aLogWithoutTimesTellsLengths(String fixture) throws Exception {
    GcLog plain = GcLog.read(Fixtures.log(fixture));
    GcLog log = read(write("gc.log",
        Disguise.lines(fixture, line -> line.text.substring(1))));
    assertFalse(log.timed);
    assertTrue(notes(log).contains("do not say when"), notes(log));
    assertEquals(plain.collectorName, log.collectorName);
    assertEquals(
        WindowFigures.sum(plain.pauses), WindowFigures.sum(log.pauses), 1e-6);
    assertEquals(WindowFigures.sum(plain.stalls), WindowFigures.sum(log.stalls), 1e-6);
    assertEquals(plain.heap.size(), log.heap.size());
    assertTrue(log.pauses.stream().allMatch(pause -> pause.fromMs >= 0));
    assertTrue(log.stalls.stream().allMatch(stall -> stall.fromMs >= 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestartIsTold(boolean dayTimeOnly) throws Exception {
    List<String> both = new ArrayList<>();
    for (String fixture : List.of("g1-17", "parallel-17")) {
      both.addAll(dayTimeOnly
          ? Disguise.lines(fixture, line -> line.time() + line.tags + line.text)
          : lines(fixture));
    }
    Path path = write("gc.log", both);
    GcLog last = read(path);
    assertEquals(2, last.runs);
    assertEquals(2, last.run);
    assertEquals("Parallel", last.collectorName);
    assertEquals(5, last.pauses.size());
    assertTrue(notes(last).startsWith("2 virtual machines wrote it"), notes(last));
    GcLog first = GcLog.read(List.of(path), 1, false);
    assertEquals("G1", first.collectorName);
    assertEquals(22, first.pauses.size());
    assertEquals(path + ": has no run 3: it was written by 2",
        assertThrows(GcLogException.class, () -> GcLog.read(List.of(path), 3, false))
            .getMessage());
  }

  @Test
  void aStartThatToldNothingYetIsNotLookedAt() throws Exception {
    List<String> lines = lines("g1-17");
    lines.addAll(lines.subList(0, 5));
    GcLog log = read(write("gc.log", lines));
    assertEquals(2, log.runs);
    assertEquals(1, log.run);
    assertEquals(22, log.pauses.size());
  }

  @Test
  void oneWrongTimeIsNoRestart() throws Exception {
    List<String> lines = lines("g1-11");
    lines.add(60, "[9999.000s][info][gc,heap] GC(1) Eden regions: 1->0(1)");
    assertEquals(1, read(write("gc.log", lines)).runs);
  }

  @Test
  void lostLinesAreToldButNotOfOurOwnLogs() throws Exception {
    List<String> lines = lines("parallel-11");
    lines.removeIf(line -> line.matches(".*\\[gc +\\] GC\\(78\\) Pause.*"));
    Path path = write("gc.log", lines);
    assertTrue(notes(read(path)).contains("begin and do not end: 1"));
    assertEquals(8, read(path).pauses.size());
    assertThrows(GcLogException.class, () -> GcLog.read(path));
  }

  @Test
  void packedDataMayBeCutOff() throws Exception {
    byte[] all = packed(Files.readAllBytes(Fixtures.log("cms-11")));
    GcLog log = read(write("gc.log.gz", Arrays.copyOf(all, all.length * 3 / 4)));
    assertTrue(notes(log).contains("its end is missing"), notes(log));
    assertTrue(log.pauses.size() > 5);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "'FLR\0\0\2'; a recording", "JAVA PROFILE 1.0.2; a dump", "'PK\3\4'; zip",
    "'\u001f\u008bx'; gzip", "BZh9; bzip2",
  })
  void otherFilesAreNamed(String content, String word) throws Exception {
    Path path = write("gc.log", content.getBytes(StandardCharsets.ISO_8859_1));
    String error =
        assertThrows(GcLogException.class, () -> read(path)).getMessage();
    assertTrue(error.startsWith(path + ": "), error);
    assertTrue(error.contains(word), error);
    assertEquals(error.indexOf("gc.log"), error.lastIndexOf("gc.log"), error);
  }

  @Test
  void ofALongLogTheEndIsHeld() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 120_000; i++) {
      lines.add("[" + i + ".000s][info][gc] GC(" + i
          + ") Pause Young (Normal) (G1 Evacuation Pause) 9M->1M(10M) 2.000ms");
    }
    GcLog log = read(write("gc.log", lines));
    assertTrue(log.pauses.size() >= 50_000 && log.pauses.size() < 100_000);
    assertEquals(119_999_000, log.pauses.get(log.pauses.size() - 1).toMs());
    assertTrue(log.firstMs <= log.pauses.get(0).fromMs);
    assertTrue(log.firstMs > log.pauses.get(0).fromMs - 1100);
    assertTrue(notes(log).contains("only the end"), notes(log));
  }
}
