package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GcLogMainTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static String question(Path log) {
    return JSON.createObjectNode()
        .put("log", log.toString()).put("from_ms", 0).put("to_ms", 5000).toString();
  }

  private static JsonNode answer(String question) throws IOException {
    return JSON.readTree(GcLogMain.answer(question));
  }

  private String errorFor(String content) throws IOException {
    Path log = Files.writeString(
        folder.resolve("gc.log"), content, StandardCharsets.ISO_8859_1);
    return error(question(log));
  }

  private static String error(String question) throws IOException {
    JsonNode answer = answer(question);
    assertFalse(answer.path("ok").booleanValue(), answer.toString());
    assertEquals(2, answer.size(), answer.toString());
    String error = answer.path("error").textValue();
    assertEquals(1, error.lines().count(), error);
    return error;
  }

  @Test
  void answersWithAllFigures() throws IOException {
    JsonNode answer = answer(question(Fixtures.log("parallel-11")));
    assertTrue(answer.path("ok").booleanValue(), answer.toString());
    assertEquals(20.780, answer.path("max_pause_ms").doubleValue());
    assertEquals(4.028, answer.path("avg_pause_ms").doubleValue());
    assertEquals(9, answer.path("pauses").intValue());
    assertEquals(1.8, answer.path("pauses_per_s").doubleValue());
    assertEquals(0.725, answer.path("fraction_pct").doubleValue());
    assertEquals(0, answer.path("concurrent_ms").doubleValue());
    assertEquals("Parallel", answer.path("collector_name").textValue());
    assertEquals("gctoolkit", answer.path("source").textValue());
    assertEquals(9, answer.path("events").size());
    JsonNode event = answer.path("events").get(0);
    assertTrue(event.path("at_ms").isNumber());
    assertTrue(event.path("pause_ms").isNumber());
    assertEquals("Young (Allocation Failure)", event.path("kind").textValue());
    assertTrue(event.path("heap_before_mb").isNumber());
    assertTrue(event.path("heap_after_mb").isNumber());
  }

  @Test
  void whatTheLogDoesNotSayIsNull() throws IOException {
    JsonNode answer = answer(question(Fixtures.log("zgc-25")));
    assertTrue(answer.path("events").get(0).get("heap_before_mb").isNull());
    assertEquals(3, answer.path("stalls").intValue());
    assertEquals(3, answer.path("stall_events").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "nonsense", "[]", "1", "{}", "{\"log\":1,\"from_ms\":0,\"to_ms\":1}",
    "{\"log\":\"x\",\"from_ms\":\"0\",\"to_ms\":1}",
    "{\"log\":\"x\",\"from_ms\":1,\"to_ms\":1}",
    "{\"log\":\"x\",\"from_ms\":0,\"to_ms\":1e999}",
    "{\"log\":\"x\",\"from_ms\":0", "{\"log\":\"\\u0000\",\"from_ms\":0,\"to_ms\":1}",
  })
  void refusesABadQuestion(String question) throws IOException {
    assertFalse(error(question).isBlank());
  }

  @Test
  void tellsTheHeapsUseAroundEachCollection() throws IOException {
    String asked = question(Fixtures.log("parallel-17")).replace("5000", "345");
    assertEquals(
        "[[324.0,25.0,21.0],[327.0,26.0,23.0],[340.0,28.0,11.0],[343.0,16.0,15.0]]",
        answer(asked).path("collections").toString());
  }

  @Test
  void aConcurrentCollectionMayEndWithMoreInUse() throws IOException {
    JsonNode cycles = answer(question(Fixtures.log("zgc-25"))).path("collections");
    assertEquals("[1557.0,62.0,64.0]", cycles.get(0).toString());
  }

  private static String withTimelines(Path log, String timelines) {
    return question(log).replace("}", ",\"timelines\":" + timelines + "}");
  }

  @Test
  void answersWithATimelineForEachWindow() throws IOException {
    Path log = Fixtures.log("parallel-17");
    JsonNode timelines =
        answer(withTimelines(log, "[[320,328],[324.5,325.5],[1,2]]")).path("timelines");
    assertEquals(
        "[{\"pauses\":[[2.0,1.637,\"young\"],[5.0,2.763,\"young\"]],"
            + "\"heap\":[[4.0,21.0],[7.0,23.0]],\"truncated\":false},"
            + "{\"pauses\":[[0.5,2.763,\"young\"]],\"heap\":[],\"truncated\":false},"
            + "{\"pauses\":[],\"heap\":[],\"truncated\":false}]",
        timelines.toString());
    assertEquals("[]", answer(withTimelines(log, "[]")).path("timelines").toString());
    assertTrue(answer(question(log)).path("timelines").isMissingNode());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "[[0,1],[5,4]]", "[[0,1],[5]]", "[[0,1],[5,6,7]]", "[[0,1],5]", "[[0,1],[\"5\",6]]",
    "[[0,1],{}]", "[[0,1],null]", "[[0,1],[0,1e999]]",
  })
  void namesABadTimeline(String timelines) throws IOException {
    assertEquals("timeline 1 is no [from_ms,to_ms] with from_ms <= to_ms",
        error(withTimelines(Fixtures.log("parallel-17"), timelines)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "{}", "\"x\""})
  void refusesTimelinesThatAreNoList(String timelines) throws IOException {
    assertEquals("\"timelines\" is a list: [[from_ms,to_ms],...]",
        error(withTimelines(Fixtures.log("parallel-17"), timelines)));
  }

  @Test
  void namesAMissingLog() throws IOException {
    Path missing = folder.resolve("missing.log");
    assertEquals(missing + ": no such file", error(question(missing)));
    assertEquals(folder + ": no such file", error(question(folder)));
  }

  @Test
  void refusesWhatIsNoLog() throws IOException {
    byte[] noise = new byte[10_000];
    new Random(1).nextBytes(noise);
    assertTrue(errorFor("").endsWith(": is empty"));
    assertTrue(errorFor("hello\n").contains(GcLog.OPTION));
    assertTrue(
        errorFor(new String(noise, StandardCharsets.ISO_8859_1)).contains("no line of"));
    assertTrue(errorFor("[0.1s][info][gc] GC(0) Pause Unheard Of 3.000ms\n")
        .contains("which collector"));
  }

  @Test
  void refusesALogWithADamagedPause() throws IOException {
    String log = Files.readString(Fixtures.log("parallel-11"));
    int pause = log.indexOf("GC(78) Pause Young (Allocation Failure) ");
    int end = log.indexOf("ms\n", pause);
    assertTrue(errorFor(log.substring(0, end) + '\0' + log.substring(end))
        .contains("the pause of GC(78) never ends"));
  }

  @Test
  void aCutOffLastLineIsNoError() throws IOException {
    String log = Files.readString(Fixtures.log("parallel-11"));
    int pause = log.indexOf("GC(80) Pause Young (Allocation Failure) ");
    int middle = log.indexOf("->", pause);
    Path cut = Files.writeString(folder.resolve("cut.log"), log.substring(0, middle));
    JsonNode answer = answer(question(cut));
    assertTrue(answer.path("ok").booleanValue(), answer.toString());
    assertEquals(4, answer.path("pauses").intValue());
  }

  /**
   * The real process: it answers while its input is open, and lives on after an error.
   */
  @Test
  void livesUntilItsInputEnds() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp", System.getProperty("java.class.path"), GcLogMain.class.getName())
        .redirectErrorStream(true)
        .start();
    PrintStream in =
        new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    try (BufferedReader out = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String name : new String[] {"zgc-25", "missing", "g1-25", "cms-11"}) {
        boolean missing = name.equals("missing");
        in.println(question(missing ? folder.resolve("x") : Fixtures.log(name)));
        JsonNode answer = JSON.readTree(out.readLine());
        assertEquals(!missing, answer.path("ok").booleanValue(), answer.toString());
      }
      in.close();
      assertEquals(null, out.readLine());
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }
}
