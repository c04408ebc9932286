package allocpool.queues.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.queues.Ends;
import allocpool.queues.JavaQueues;
import allocpool.queues.TickReader;
import allocpool.queues.TickWriter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BenchProgramTest {
  private static final String RUN_RING = "--queue run-ring --binding java --seconds 0.05";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Roster roster = new Roster()
      .add("run-ring", "java", () -> Contestant.inJava(JavaQueues::runRing))
      .add("batch-ring", "java", () -> Contestant.inJava(JavaQueues::batchRing))
      .add("liar", "fake", () -> Contestant.inJava(capacity -> liar()))
      .add("glutton", "fake", () -> {
        throw new OutOfMemoryError("test");
      });

  private int run(String commandLine) {
    return new BenchProgram(
        "test", roster, new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(commandLine.isEmpty() ? new String[0] : commandLine.split(" "));
  }

  private List<JsonNode> events() throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Makes a queue that always returns the same number. */
  private static Ends liar() {
    Ends ends = JavaQueues.runRing(1);
    TickReader reader = new TickReader() {
      @Override
      public int poll() {
        return 1;
      }

      @Override
      public int get(int index) {
        return 7;
      }

      @Override
      public void release() {}
    };
    TickWriter writer = ends.writer();
    return new Ends(writer, reader);
  }

  @Test
  void everyMeasureHasItsResult() throws IOException {
    assertEquals(0, run(RUN_RING), this::errors);
    List<JsonNode> events = events();
    JsonNode start = events.get(0);
    assertEquals("start", start.path("event").textValue());
    assertEquals("queue-java", start.path("bench").textValue());
    assertEquals("run-ring/java", start.path("contestant").textValue());
    assertEquals(0.05, start.path("parameters").path("seconds").doubleValue());
    assertTrue(start.path("parameters").path("capacity").isNull());
    assertTrue(start.path("build").path("flags").isArray());
    assertEquals(
        System.getProperty("java.vm.version"),
        start.path("build").path("version").textValue());

    List<String> metrics = new ArrayList<>();
    for (JsonNode event : events.subList(1, events.size() - 1)) {
      metrics.add(event.path("metric").textValue());
      if (event.path("event").textValue().equals("result")) {
        assertTrue(event.path("count").longValue() > 0, event::toString);
      }
    }
    assertEquals(
        List.of("consume", "interval", "throughput", "size_100", "size_1000",
            "round_trip"),
        metrics);
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.endsWith("{\"event\":\"end\"}" + System.lineSeparator()), text);
    assertFalse(
        Pattern.compile("[0-9]E").matcher(text).find(), "plain decimals: " + text);
    assertEquals("", errors());
  }

  @Test
  void aRoundTripHasPercentiles() throws IOException {
    assertEquals(0, run(RUN_RING + " --measure round-trip --capacity 4"), this::errors);
    JsonNode percentiles = events().get(1).path("percentiles");
    List<String> names = new ArrayList<>();
    percentiles.fieldNames().forEachRemaining(names::add);
    assertEquals(List.of("0", "50", "90", "99", "99.9", "99.99", "100"), names);
    long previous = 0;
    for (JsonNode value : percentiles) {
      assertTrue(value.longValue() >= previous, percentiles::toString);
      previous = value.longValue();
    }
  }

  @Test
  void whatAContestantDoesNotHaveIsSkipped() throws IOException {
    assertEquals(0, run(RUN_RING + " --measure call"), this::errors);
    JsonNode skipped = events().get(1);
    assertEquals("skipped", skipped.path("event").textValue());
    assertEquals("call", skipped.path("metric").textValue());
    assertTrue(skipped.path("reason").isTextual());
  }

  @ParameterizedTest
  @CsvSource({"throughput", "consume", "size", "interval", "round-trip"})
  void aWrongNumberIsAFailure(String measure) {
    assertEquals(
        1, run("--queue liar --binding fake --seconds 0.05 --measure " + measure));
    assertTrue(errors().startsWith("test: wrong number: 7 "), errors());
    assertEquals(1, errors().lines().count(), errors());
  }

  @Test
  void runningOutOfMemoryIsOneLineAndAFailure() {
    assertEquals(1, run("--queue glutton --binding fake"));
    assertTrue(errors().startsWith("test: out of memory (test): glutton"), errors());
  }

  @Test
  void contestantsAreListed() {
    assertEquals(0, run("--list"));
    assertEquals(
        List.of("run-ring/java", "batch-ring/java", "liar/fake", "glutton/fake"),
        List.of(out.toString(StandardCharsets.UTF_8).split("\\R")));
  }

  @Test
  void helpNamesEveryOption() {
    assertEquals(0, run("--help"));
    for (String option : List.of(
        "--queue", "--binding", "--measure", "--capacity", "--seconds", "--list")) {
      assertTrue(out.toString(StandardCharsets.UTF_8).contains(option), option);
    }
    assertEquals("", errors());
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "''; '--binding=NAME'; java, fake",
    "--queue run-ring; '--binding=NAME'; java, fake",
    "--binding java; '--queue=NAME'; run-ring, batch-ring",
    "--queue x --binding java; --queue; 'x' is none of run-ring, batch-ring",
    "--queue run-ring --binding x; --binding; 'x' is none of java, fake",
    "--queue run-ring --binding fake; --queue; none of liar, glutton",
    "--queue run-ring --binding java --measure x; --measure; 'x' is none of consume",
    "--queue run-ring --binding java --measure size,x; --measure; interval, throughput",
    "--queue run-ring --binding java --capacity 0; --capacity; 1 to 67108864",
    "--queue run-ring --binding java --capacity 67108865; --capacity; 1 to 67108864",
    "--queue run-ring --binding java --capacity many; --capacity; many",
    "--queue run-ring --binding java --seconds 0; --seconds; 0.001 to 3600",
    "--queue run-ring --binding java --seconds NaN; --seconds; 0.001 to 3600",
    "--queue run-ring --binding java --seconds 3601; --seconds; 0.001 to 3600",
    "--queue run-ring --binding java --sped 1; --sped; valid are --queue, --binding",
    "--queue run-ring --queue batch-ring --binding java; --queue; only once",
    "--queue run-ring --binding java stray; 'stray'; valid are",
  })
  void badInputIsOneLineThatNamesWhatIsValid(
      String commandLine, String place, String hint) {
    assertEquals(2, run(commandLine));
    assertEquals(1, errors().lines().count(), errors());
    assertTrue(errors().startsWith("test: "), errors());
    assertTrue(errors().contains(place), errors());
    assertTrue(errors().contains(hint), errors());
    assertEquals(0, out.size());
  }

  @Test
  void aBrokenOutputIsAFailure() {
    OutputStream broken = new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        throw new IOException("no space left");
      }
    };
    BenchProgram program = new BenchProgram(
        "test", roster, new PrintStream(broken, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
    assertEquals(1, program.run(RUN_RING.split(" ")));
    assertEquals(
        "test: cannot write to the standard output" + System.lineSeparator(), errors());
  }
}
