package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceProgramTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String input, String... arguments) {
    InputStream in =
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return new ServiceProgram(
        in, new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        code -> {
          throw new AssertionError("halted with " + code);
        }).run(arguments);
  }

  private List<JsonNode> events() throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }

  private void assertOneError(String... hints) {
    String errors = err.toString(StandardCharsets.UTF_8);
    assertEquals(1, errors.lines().count(), errors);
    for (String hint : hints) {
      assertTrue(errors.contains(hint), errors);
    }
  }

  @Test
  void tellsTotalsAsOftenAsAsked() throws IOException {
    assertEquals(0, run("totals\ntotals\n", "--buffers", "heap-pool", "--live-mb", "1"));
    List<JsonNode> events = events();
    assertEquals(
        List.of("start", "result", "result", "result", "end"),
        events.stream()
            .map(event -> event.path("event").textValue()).collect(Collectors.toList()));
    JsonNode start = events.get(0);
    assertEquals("heap-pool", start.path("contestant").textValue());
    assertTrue(start.path("parameters").path("port").intValue() > 0);
    assertTrue(start.path("parameters").path("live_sessions").intValue() > 10_000);
    JsonNode last = events.get(3);
    assertEquals(0, last.path("value").intValue());
    for (String number : List.of(
        "count", "bytes", "refused", "accepted", "open", "buffers", "buffer_bytes",
        "buffers_in_use", "uptime_ms", "cpu_ns", "allocated_bytes", "direct_bytes")) {
      assertTrue(last.path(number).isIntegralNumber(), number + " in " + last);
      assertTrue(last.path(number).longValue() >= 0, number + " in " + last);
    }
    assertTrue(last.path("collectors").size() > 0, last::toString);
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsNoCommandIsToldAndOverlooked() throws IOException {
    assertEquals(0, run("stop\n", "--buffers", "heap-new"));
    assertOneError("service: 'stop' is no command; there is totals");
    assertEquals(3, events().size());
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "--port 0;                          Missing required option: '--buffers=KIND'",
    "--buffers x;                       is none of heap-new, direct-new, heap-pool",
    "--buffers heap-new --port 65536;   --port: 65536 is not in 0 to 65535",
    "--buffers heap-new --port -1;      --port: -1 is not in 0 to 65535",
    "--buffers heap-new --live-mb x;    for option '--live-mb'",
    "--buffers heap-new --live-mb -1;   --live-mb: -1 is not in 0 to 65536",
    "--buffers heap-new --digests 1001; --digests: 1001 is not in 0 to 1000",
    "--buffers heap-new --threads 2;    Unknown option",
  })
  void badInputIsOneLine(String arguments, String hint) {
    assertEquals(2, run("", arguments.split(" ")));
    assertOneError("service: ", hint);
    assertEquals(0, out.size());
  }

  @Test
  void aTakenPortIsAFailure() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "" + taken.getLocalPort();
      assertEquals(1, run("", "--buffers", "heap-new", "--port", port));
      assertOneError("service: port " + port + ": ");
    }
  }

  @Test
  void helpNamesTheKinds() {
    assertEquals(0, run("", "--help"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("direct-pool"));
  }
}
