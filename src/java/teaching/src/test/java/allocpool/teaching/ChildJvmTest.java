package allocpool.teaching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The measured programs, in JVMs of their own, and the parsing of their output. */
@Tag("program")
class ChildJvmTest {
  private static final List<String> SMALL =
      List.of("-XX:+UseSerialGC", "-Xms32m", "-Xmx32m", "-Xmn4m");

  @Test
  void theRateProgramCountsCollections() {
    List<Event> events = ChildJvm.own().run(AllocationRateMain.class, SMALL,
        "--rates", "100,200", "--seconds", "0.05", "--rounds", "2");
    assertEquals("start", events.get(0).name());
    assertTrue(events.get(0).text("flags").startsWith("-XX:+UseSerialGC -Xms32m"));
    double eden = events.get(0).number("eden_mb");
    assertTrue(eden > 2 && eden < 4, "" + eden);
    SortedMap<Double, double[]> rates =
        Event.samples(events, "target_mb_per_s", "collections_per_s");
    assertEquals(List.of(100.0, 200.0), List.copyOf(rates.keySet()));
    assertEquals(2, rates.get(100.0).length);
    for (Event event : events.subList(1, events.size())) {
      // One collection per eden, whatever the machine's speed; TLABs waste a little.
      double each = event.number("mb_per_s") / event.number("collections_per_s");
      assertTrue(each > 0.5 * eden && each < 1.1 * eden, each + " of " + eden);
    }
  }

  @Test
  void theDurationProgramMeasuresBothKinds() {
    for (String kind : List.of("young", "full")) {
      List<Event> events = ChildJvm.own().run(CollectionDurationMain.class, SMALL,
          "--kind", kind, "--objects", "0,2500", "--rounds", "3", "--warmup-rounds", "1");
      SortedMap<Double, double[]> waits = Event.samples(events, "objects", "wait_ms");
      assertEquals(3, waits.get(2500.0).length);
      assertTrue(Arrays.stream(waits.get(0.0)).allMatch(ms -> ms > 0 && ms < 10_000));
    }
  }

  @Test
  void theLadderTimesEveryRung() {
    List<Event> events = ChildJvm.own().run("allocpool.teaching.LadderMain",
        List.of("-XX:+UseSerialGC", "-Xmx64m"), "--ms", "1", "--rounds", "2", "--mib",
        "4");
    List<Event> samples = events.subList(1, events.size());
    Map<String, Long> rungs = samples.stream().collect(
        Collectors.groupingBy(sample -> sample.text("rung"), Collectors.counting()));
    assertEquals(12, rungs.size(), rungs.toString());
    assertEquals(Set.of(2L), Set.copyOf(rungs.values()));
    assertTrue(samples.stream().allMatch(sample -> sample.number("ns") > 0));
    double begin = events.get(0).cpuSeconds();
    double later = samples.get(samples.size() - 2).cpuSeconds();
    assertTrue(begin > 0 && later > begin, begin + " to " + later + " s");
  }

  @Test
  void theLogOfTheJvmIsReadBesideTheEvents() {
    List<Event> events = ChildJvm.own().run(CollectionDurationMain.class,
        List.of("-XX:+UseSerialGC", "-Xmx64m", "-Xlog:gc:stdout"), "--kind", "full",
        "--objects", "100", "--rounds", "1", "--warmup-rounds", "0");
    double[] pauses = events.get(1).pausesMs();
    assertEquals(2, pauses.length, events.get(1).log().toString());
    assertTrue(pauses[1] <= events.get(1).number("wait_ms"));
  }

  @Test
  void aFailingProgramIsReportedInItsOwnWords() {
    assertEquals("CollectionDurationMain ended with code 1: 1000000 objects do not fit"
        + " into the young generation; give it more by -Xmn",
        failure(CollectionDurationMain.class, SMALL, "--kind", "young", "--objects",
            "1000000"));
    assertEquals("AllocationRateMain ended with code 1: this collector has no young"
        + " collections that can be counted; start the JVM with -XX:+UseSerialGC or"
        + " -XX:+UseParallelGC", failure(AllocationRateMain.class,
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx32m"),
            "--rates", "1"));
    assertEquals("CollectionDurationMain ended with code 1: out of memory (Java heap"
        + " space): ask for fewer live objects, or give the JVM more by -Xmx",
        failure(CollectionDurationMain.class, SMALL, "--kind", "full", "--objects",
            "3000000"));
    assertTrue(failure(AllocationRateMain.class, List.of("-XX:+NoSuchFlag"), "--rates",
        "1").contains("NoSuchFlag"));
  }

  @Test
  void aWrongArgumentIsOneLineAndCodeTwo() {
    assertWrong("Missing required option: '--rates=<rates>'", new AllocationRateMain());
    assertWrong("Invalid value for option '--rates' (<rates>): 'fast' is not a double",
        new AllocationRateMain(), "--rates", "fast");
    assertWrong("--rates and --seconds must be more than 0, and --rounds 1 or more",
        new AllocationRateMain(), "--rates", "0");
    assertWrong("Invalid value for option '--kind': expected one of [young, full]"
        + " (case-sensitive) but was 'old'",
        new CollectionDurationMain(), "--kind", "old", "--objects", "1");
    assertWrong("--objects and --warmup-rounds must be 0 or more, and --rounds 1 or more",
        new CollectionDurationMain(), "--kind", "full", "--objects", "-1");
    assertWrong("--ms, --rounds and --mib must be 1 or more, and --mib 1024 at most",
        new LadderMain(), "--mib", "2000");
    assertWrong("Unknown option: '--size'", new CollectionDurationMain(), "--kind",
        "full", "--objects", "1", "--size");
  }

  @Test
  void runtimesAreCheckedBeforeTheyAreUsed() {
    String message = assertThrows(IllegalArgumentException.class,
        () -> ChildJvm.at(Path.of("nowhere"))).getMessage();
    assertTrue(message.startsWith("nowhere is no Java runtime: there is no "), message);
    assertEquals(ChildJvm.own().home(), ChildJvm.named("NO_SUCH_VARIABLE").home());
    assertTrue(ChildJvm.own().version().startsWith(
        System.getProperty("java.specification.version")));
    assertTrue(ChildJvm.own().startsWith("-XX:+UseSerialGC"));
    assertFalse(ChildJvm.own().startsWith("-XX:+UseNoSuchGC"));
  }

  @Test
  void eventsAreReadAndWrongOnesQuoted() {
    Event event = Event.parse(
        "{\"event\":\"sample\",\"a\":1.5,\"b\":\"x\",\"c\":[[64,250001],[128,260000]]}",
        List.of("[0.1s][info][gc,phases] GC(3) Y: Pause Mark Start 0.024ms",
            "[0.1s][info][gc,phases] GC(3) Y: Concurrent Mark 7.1ms",
            "[0.1s][info][gc] GC(4) Pause Full (System.gc()) 3M->1M(15M) 12.5ms"), 0.75);
    assertEquals(1.5, event.number("a"));
    assertEquals("x", event.text("b"));
    assertArrayEquals(new double[][] {{64, 250001}, {128, 260000}}, event.rows("c"));
    assertEquals(0.75, event.cpuSeconds());
    assertArrayEquals(new double[] {0.024, 12.5}, event.pausesMs());
    assertThrows(IllegalArgumentException.class, () -> event.number("b"));
    assertThrows(IllegalArgumentException.class, () -> event.number("d"));
    assertEquals("b is no list of lists of numbers but \"x\"",
        assertThrows(IllegalArgumentException.class, () -> event.rows("b"))
            .getMessage());
    assertEquals("this is no JSON: {\"a\":",
        assertThrows(IllegalArgumentException.class,
            () -> Event.parse("{\"a\":", List.of(), 0)).getMessage());
    assertEquals("this is no JSON object: [1]",
        assertThrows(IllegalArgumentException.class,
            () -> Event.parse("[1]", List.of(), 0)).getMessage());
  }

  private static String failure(Class<?> main, List<String> flags, String... arguments) {
    return assertThrows(IllegalStateException.class,
        () -> ChildJvm.own().run(main, flags, arguments)).getMessage();
  }

  private static void assertWrong(
      String message, Callable<Void> program, String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    int code;
    try {
      code = Program.execute(program, arguments);
    } finally {
      System.setErr(before);
    }
    assertEquals(message + System.lineSeparator(),
        printed.toString(StandardCharsets.UTF_8));
    assertEquals(2, code);
  }
}
