package allocpool.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountProgramTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return new AccountProgram(new PrintStream(out), new PrintStream(err)).run(args);
  }

  @Test
  void itTellsWhatATurnTakesAndAllocates() throws IOException {
    assertEquals(
        0, run("--contestant", "x", "--messages", "FRESH", "--seconds", "0.01"));
    List<String> metrics = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      JsonNode event = new ObjectMapper().readTree(line);
      if (event.get("event").asText().equals("result")) {
        assertTrue(event.get("value").asDouble() > 0, line);
        metrics.add(event.get("metric").asText());
      }
    }
    assertEquals(List.of("turn_ns", "allocated_bytes"), metrics);
  }

  @ParameterizedTest
  @CsvSource({
      "--queued, 0, --queued: 0 is not in 1 to 1000000",
      "--seconds, 0, --seconds: 0.0 is not in 0.001 to 3600",
      "--messages, NONE, expected one of [ONE; HEADERS; FRESH; POOLED]",
  })
  void badInputIsOneLine(String option, String value, String complaint) {
    assertEquals(
        2, run("--contestant", "x", "--messages", "ONE", option, value));
    String said = err.toString(StandardCharsets.UTF_8).replace(',', ';');
    assertTrue(said.contains(complaint), said);
    assertEquals(1, said.lines().count());
  }
}
