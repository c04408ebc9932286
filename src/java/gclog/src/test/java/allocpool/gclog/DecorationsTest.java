package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fixture gives the same result with any decorations. */
@Tag("slow")
class DecorationsTest {
  static final List<String> FIXTURES = List.of(
      "serial-11", "serial-17", "serial-25", "parallel-11", "parallel-17", "parallel-25",
      "cms-11", "g1-11", "g1-17", "g1-25", "zgc-11", "zgc-17", "zgc-25", "shenandoah-11",
      "shenandoah-17", "shenandoah-25");

  /** The notes on each of them. */
  static final List<String> NOTES = List.of("it does not tell the time to safepoint; "
      + "-Xlog:gc*,safepoint:file=gc.log writes a log that does");

  /** Times are rounded to a millisecond. */
  private static final double TICK_MS = 1.001;

  private static final Map<String, Function<Disguise, String>> DRESSES =
      new LinkedHashMap<>();

  static {
    DRESSES.put("the default", line -> line.plain());
    DRESSES.put("uptime", line -> line.uptime() + line.text);
    DRESSES.put("uptime, level", line -> line.uptime() + line.level + line.text);
    DRESSES.put("uptime, tags", line -> line.uptime() + line.tags + line.text);
    DRESSES.put("time, uptime, level, tags",
        line -> line.time() + line.uptime() + line.level + line.tags + line.text);
    DRESSES.put("time, uptime", line -> line.time() + line.uptime() + line.text);
    DRESSES.put("utctime, level, tags",
        line -> line.utc() + line.level + line.tags + line.text);
    DRESSES.put("time, tags", line -> line.time() + line.tags + line.text);
    DRESSES.put("time", line -> line.time() + line.text);
    DRESSES.put("timemillis, level, tags",
        line -> line.millisOfDay() + line.level + line.tags + line.text);
    DRESSES.put("uptimemillis, level, tags",
        line -> "[" + line.uptimeMs + "ms]" + line.level + line.tags + line.text);
    DRESSES.put("uptimenanos, level, tags",
        line -> "[" + line.uptimeMs + "000123ns]" + line.level + line.tags + line.text);
    DRESSES.put("timenanos, level, tags", line -> "["
        + (line.uptimeMs + 87_654_321_000L) + "000123ns]" + line.level + line.tags
        + line.text);
    DRESSES.put("all", line -> line.time() + line.utc() + line.uptime()
        + line.millisOfDay() + "[" + line.uptimeMs + "ms][87654321012345ns]["
        + line.uptimeMs + "000123ns][shop-7f9c.example.org][12345][67890]" + line.level
        + line.tags + line.text);
    DRESSES.put("in another order", line -> line.tags + "[4711]" + line.level
        + "[myhost]" + line.uptime() + line.text);
    DRESSES.put("decimal commas", Disguise::withCommas);
    DRESSES.put("a comma in the time of day", line ->
        "[" + line.time("yyyy-MM-dd'T'HH:mm:ss,SSSZ", 2) + "]" + line.tags + line.text);
    DRESSES.put("containerd", line ->
        line.time("yyyy-MM-dd'T'HH:mm:ss.SSS'123456Z'", 0) + " stdout F " + line.plain());
    DRESSES.put("containerd, no decorations", line ->
        line.time("yyyy-MM-dd'T'HH:mm:ss.SSS'123456Z'", 0) + " stdout F"
            + (line.text.startsWith("  ") ? line.tags : "") + line.text);
    DRESSES.put("docker", line -> "{\"log\":\"" + line.plain()
        .replace("\"", "\\\"").replace(">", "\\u003e").replace("<", "\\u003c")
        + "\\n\",\"stream\":\"stdout\",\"time\":\""
        + line.time("yyyy-MM-dd'T'HH:mm:ss.SSS'123456Z'", 0) + "\"}");
    DRESSES.put("syslog", line ->
        line.time("MMM dd HH:mm:ss", 0) + " shop java[4711]: " + line.plain());
    DRESSES.put("stern", line -> "[pod/shop-7f9c/app] " + line.plain());
    DRESSES.put("a logger's time in brackets", line ->
        "[" + line.time("yyyy-MM-dd HH:mm:ss", 0) + "] " + line.plain());
  }

  /** Decorations without a time: they leave pauses and heap, but no rate and no share. */
  private static final Map<String, Function<Disguise, String>> TIMELESS =
      new TreeMap<>(Map.of(
          "level, tags", line -> line.level + line.tags + line.text,
          "none", line -> line.text.substring(1)));

  /** What these tests found, for the page "Decide". */
  private static final Path KEPT = Path.of("../../../results/logs.json");

  @TempDir private Path folder;

  static Stream<Arguments> matrix() {
    return FIXTURES.stream().flatMap(fixture ->
        DRESSES.keySet().stream().map(dress -> Arguments.of(fixture, dress)));
  }

  private Path write(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("matrix")
  void saysTheSame(String fixture, String dress) throws Exception {
    GcLog plain = GcLog.read(Fixtures.log(fixture));
    GcLog other =
        GcLog.read(write("gc.log", Disguise.lines(fixture, DRESSES.get(dress))));
    assertEquals(plain.collectorName, other.collectorName);
    assertEquals(plain.source, other.source);
    assertEquals(NOTES, other.notes);
    // With only the time of day, the start before the first line is unknown.
    double shift = Math.round(plain.pauses.get(0).fromMs - other.pauses.get(0).fromMs);
    assertTrue(shift >= 0 && shift < 200, () -> "shifted by " + shift);
    assertSameSpans(plain.pauses, other.pauses, shift);
    assertSameSpans(plain.stalls, other.stalls, shift);
    assertEquals(heaps(plain.heap, 0), heaps(other.heap, shift));
    assertEquals(
        new WindowFigures(plain, 0, 5000).concurrentMs(),
        new WindowFigures(other, -shift, 5000 - shift).concurrentMs(),
        other.concurrent.size() == plain.concurrent.size() ? 0.01 : TICK_MS);
  }

  /** What a reader gets to know of a log but the times of day and since the start. */
  private static String told(GcLog log) {
    StringBuilder result = new StringBuilder(log.collectorName);
    log.pauses.forEach(one ->
        result.append(String.format(Locale.ROOT, ", %s %.3f", one.kind, one.lengthMs)));
    log.heap.forEach(one -> result.append(", " + one.beforeMb + " to " + one.usedMb));
    return result.toString();
  }

  @Test
  void theTableOfThePageIsThis() throws Exception {
    Map<String, Function<Disguise, String>> dresses = new LinkedHashMap<>(DRESSES);
    dresses.putAll(TIMELESS);
    List<Map<String, Object>> table = new ArrayList<>();
    for (String dress : dresses.keySet()) {
      Set<String> read = new TreeSet<>();
      Set<String> lacking = new TreeSet<>();
      for (String fixture : FIXTURES) {
        List<String> lines = Disguise.lines(fixture, dresses.get(dress));
        GcLog log = GcLog.read(write("gc.log", lines));
        if (told(log).equals(told(GcLog.read(Fixtures.log(fixture))))) {
          read.add(fixture);
        }
        lacking.addAll(log.notes);
      }
      lacking.removeAll(NOTES);
      String example = Disguise.lines("g1-25", dresses.get(dress)).get(1);
      table.add(new TreeMap<>(Map.of(
          "decorations", dress, "example", example, "read", read, "lacking", lacking)));
    }
    String made = new ObjectMapper().writerWithDefaultPrettyPrinter()
        .writeValueAsString(table) + "\n";
    Files.writeString(Path.of("target/logs.json"), made);
    assertEquals(Files.readString(KEPT), made, "copy target/logs.json to results/");
  }

  static void assertSameSpans(
      List<? extends Span> expected, List<? extends Span> actual, double shift) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i).kind, actual.get(i).kind);
      assertEquals(expected.get(i).lengthMs, actual.get(i).lengthMs, 1e-9);
      assertEquals(expected.get(i).fromMs, actual.get(i).fromMs + shift, TICK_MS);
    }
  }

  static List<String> heaps(List<HeapUse> heap, double shift) {
    List<String> result = new ArrayList<>();
    for (HeapUse use : heap) {
      result.add(Math.round(use.atMs + shift) + ": " + use.beforeMb + ", " + use.usedMb);
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', nullValues = "-", value = {
    "[1.354s][info][gc] GC(0) Pause Full 1M->1M(2M) 3.0ms; 1354; -; gc",
    "[1,354s][info][gc] Using G1; 1354; -; gc",
    "[1970-01-02T01:00:00.250+0100][gc] Using G1; -; 86400250; gc",
    "[1969-12-31T19:00:01,5-0500][gc] Using G1; -; 1500; gc",
    "[2024-02-29T00:00:00Z][gc] Using G1; -; 1709164800000; gc",
    "[2026-11-20T10:00:00.123+0000][0.005s][gc] Using G1; 5; 1795168800123; gc",
    "[0.5s][startuptime] Using G1; 500; -; gc",
    "[0.5s] Using up the patience; 500; -; -",
    "[0.5s][info][os,thread] Thread started; 500; -; -",
    "[0.5s] GC(1) Pause Young (Normal); 500; -; gc,start",
    "[0.5s] Allocation Stall (main) 3.1ms; 500; -; gc",
    "[0.5s]  12 of   30 ms ( 40.0%): main; 500; -; gc,stats",
    "[info] GC(1) Pause Full 1M->1M(2M) 3.0ms; -; -; gc",
    "hello; -; -; -",
    "[; -; -; -",
    "]][[]; -; -; -",
    "[99999999999999999999999s][gc] GC(1) x; -; -; gc",
    "[2026-99-20T10:00:00.123+0000][gc] GC(1) x; -; -; gc",
  })
  void readsOneLine(String line, Double uptimeMs, Double wallMs, String tags) {
    LogLine read = Decorations.parse(line);
    assertEquals(uptimeMs == null ? Double.NaN : uptimeMs, read.uptimeMs);
    assertEquals(wallMs == null ? Double.NaN : wallMs, read.wallMs);
    assertEquals(tags, read.tags);
  }

  @Test
  void keepsWhatTheTextHasOfItsOwn() {
    assertEquals("  Eden [1] a,b 1.5ms", Decorations.parse(
        "[1.0s][gc]   Eden [1] a,b 1,5ms  ").text);
    assertEquals("say \"x\" > y",
        JsonText.untilQuote("say \\\"x\\\" \\u003e y\\n\",\"z\""));
    assertNull(Decorations.parse("").tags);
  }
}
