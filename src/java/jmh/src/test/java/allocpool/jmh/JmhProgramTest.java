package allocpool.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures for real, but only long enough to get a result. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JmhProgramTest {
  private static final String WHOSE = "--bench test --contestant tiny ";
  private static final String TINY =
      WHOSE + "--benchmark TinyBenchmark.allocate --seconds 0.05 --param bytes=4000";

  /** For 99.9 % two-sided, with four degrees of freedom. */
  private static final double STUDENT_T = 8.610;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String commandLine) {
    return new JmhProgram(
        new PrintStream(out, false, StandardCharsets.UTF_8),
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

  private static List<String> kinds(List<JsonNode> events) {
    return events.stream()
        .map(event -> event.path("event").textValue())
        .collect(Collectors.toList());
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anAverageComesWithItsIterationsAndItsGarbage() throws IOException {
    assertEquals(0, run(TINY + " --threads 2"), this::errors);
    List<JsonNode> events = events();
    assertEquals(
        List.of("start", "result", "result", "result", "result", "end"), kinds(events));

    JsonNode start = events.get(0);
    assertEquals("test", start.path("bench").textValue());
    assertEquals("tiny", start.path("contestant").textValue());
    JsonNode parameters = start.path("parameters");
    assertEquals("allocpool.jmh.TinyBenchmark.allocate",
        parameters.path("benchmark").textValue());
    assertEquals("average", parameters.path("mode").textValue());
    assertEquals(2, parameters.path("threads").intValue());
    assertEquals("4000", parameters.path("param").path("bytes").textValue());

    JsonNode time = events.get(1);
    assertEquals("ns_per_op", time.path("metric").textValue());
    assertEquals("ns", time.path("unit").textValue());
    assertTrue(time.path("count").longValue() > 0, time::toString);
    double sum = 0;
    for (JsonNode sample : time.path("samples")) {
      assertTrue(sample.doubleValue() > 0, time::toString);
      sum += sample.doubleValue();
    }
    assertEquals(5, time.path("samples").size());
    double mean = sum / 5;
    assertEquals(mean, time.path("value").doubleValue(), 0.001);
    double squares = 0;
    for (JsonNode sample : time.path("samples")) {
      squares += Math.pow(sample.doubleValue() - mean, 2);
    }
    double ofMean = Math.sqrt(squares / (5 - 1) / 5);
    assertEquals(STUDENT_T * ofMean, time.path("error").doubleValue(), 0.01 * ofMean);

    JsonNode allocated = events.get(2);
    assertEquals("alloc_bytes_per_op", allocated.path("metric").textValue());
    assertTrue(
        allocated.path("value").doubleValue() >= 4000, "array and header: " + allocated);
    assertTrue(allocated.path("value").doubleValue() < 5000, allocated::toString);
    assertEquals("gc_count", events.get(3).path("metric").textValue());
    assertEquals("gc_time_ms", events.get(4).path("metric").textValue());
    assertEquals("", errors());
  }

  @Test
  void samplesAreReportedByTheirPercentiles() throws IOException {
    assertEquals(0, run(TINY + " --sample"), this::errors);
    List<JsonNode> events = events();
    assertEquals(List.of("start", "result", "end"), kinds(events));
    JsonNode latency = events.get(1);
    assertEquals("latency", latency.path("metric").textValue());
    assertTrue(latency.path("count").longValue() > 0, latency::toString);
    List<String> ranks = new ArrayList<>();
    latency.path("percentiles").fieldNames().forEachRemaining(ranks::add);
    assertEquals(List.of("0", "50", "90", "99", "99.9", "99.99", "100"), ranks);
    double previous = 0;
    for (JsonNode value : latency.path("percentiles")) {
      assertTrue(value.doubleValue() >= previous, latency::toString);
      previous = value.doubleValue();
    }
    assertTrue(previous > 0, latency::toString);
  }

  @Test
  void whatABenchmarkThrowsIsOneLineAndAFailure() throws IOException {
    assertEquals(1, run(WHOSE + "--benchmark BrokenBenchmark.fails --seconds 0.05"));
    assertEquals(
        "jmh-bench: allocpool.jmh.BrokenBenchmark.fails:"
            + " java.lang.IllegalStateException: the pool; is empty\n",
        errors().replace(System.lineSeparator(), "\n"));
    assertEquals(List.of("start"), kinds(events()));
  }

  @Test
  void whatCannotRunHereIsSkipped() throws IOException {
    assertEquals(
        0, run(WHOSE + "--benchmark BrokenBenchmark.cannotRun --seconds 0.05"),
        this::errors);
    List<JsonNode> events = events();
    assertEquals(List.of("start", "skipped", "end"), kinds(events));
    JsonNode skipped = events.get(1);
    assertFalse(skipped.has("metric"), "all of it");
    assertTrue(
        skipped.path("reason").textValue().startsWith("this machine has no quantum"),
        skipped::toString);
    assertEquals("", errors());
  }

  @Test
  void helpNamesEveryOption() {
    assertEquals(0, run("--help"));
    for (String option : List.of("--bench", "--contestant", "--benchmark", "--param",
        "--threads", "--seconds", "--sample", "--verbose")) {
      assertTrue(out.toString(StandardCharsets.UTF_8).contains(option), option);
    }
    assertEquals("", errors());
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "''; Missing required; '--bench=NAME'",
    "--bench b --contestant c; Missing required; '--benchmark=REGEX'",
    "--bench b --contestant c --benchmark None; --benchmark; jmh.TinyBenchmark.allocate",
    "--bench b --contestant c --benchmark Broken; several; cannotRun, allocpool.jmh.Bro",
    "--bench b --contestant c --benchmark (; --benchmark; Unclosed group",
    "--bench b --contestant c --benchmark Tiny; a value for bytes; 16, 4000",
    "--bench b --contestant c --benchmark Tiny --param x=1; no parameter 'x'; has bytes",
    "--bench b --contestant c --benchmark fails --param x=1; 'x'; it has none",
    "--bench b --contestant c --benchmark Tiny --param bytes; --param; KEY=VALUE",
    "--bench b --contestant c --benchmark Tiny --threads 0; --threads; 1 to 1024",
    "--bench b --contestant c --benchmark Tiny --threads x; --threads; not an int",
    "--bench b --contestant c --benchmark Tiny --seconds 0; --seconds; 0.001 to 3600",
    "--bench b --contestant c --benchmark Tiny --seconds NaN; --seconds; 0.001 to 3600",
    "--bench b --contestant c --benchmark Tiny --sampel; --sampel; valid are --bench",
    "--bench b --contestant c --benchmark Tiny stray; 'stray'; valid are",
  })
  void badInputIsOneLineThatNamesWhatIsValid(
      String commandLine, String place, String hint) {
    assertEquals(2, run(commandLine));
    assertEquals(1, errors().lines().count(), errors());
    assertTrue(errors().startsWith("jmh-bench: "), errors());
    assertTrue(errors().contains(place), errors());
    assertTrue(errors().contains(hint), errors());
    assertEquals(0, out.size());
  }
}
