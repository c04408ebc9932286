package allocpool.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BenchReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final BenchReport report =
      new BenchReport("test", new PrintStream(out, false, StandardCharsets.UTF_8));

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().collect(Collectors.toList());
  }

  @Test
  void aStartTellsOfTheVirtualMachine() throws IOException {
    report.start("some \"one\"", BenchReport.object().put("size", 7));
    JsonNode start = new ObjectMapper().readTree(lines().get(0));
    assertEquals("start", start.path("event").textValue());
    assertEquals("test", start.path("bench").textValue());
    assertEquals("some \"one\"", start.path("contestant").textValue());
    assertEquals(7, start.path("parameters").path("size").intValue());
    JsonNode build = start.path("build");
    assertEquals(System.getProperty("java.vm.name"), build.path("name").textValue());
    assertEquals(System.getProperty("java.vm.vendor"), build.path("vendor").textValue());
    assertTrue(build.path("version").isTextual());
    assertTrue(build.path("flags").isArray());
  }

  @Test
  void aResultHasWhatItsCallerAdds() {
    report.result("time", "ns", 1.5, 10);
    report.result("time", "ns", 100, 3, BenchReport.object().put("sent", 4));
    assertEquals(
        List.of(
            "{\"event\":\"result\",\"metric\":\"time\",\"unit\":\"ns\",\"value\":1.5,"
                + "\"count\":10}",
            "{\"event\":\"result\",\"metric\":\"time\",\"unit\":\"ns\",\"value\":100,"
                + "\"count\":3,\"sent\":4}"),
        lines());
  }

  @Test
  void numbersArePlainAndNoLongerThanCanBeTrusted() {
    assertEquals("0.3333", BenchReport.decimal(1 / 3.0).toPlainString());
    assertEquals("0", BenchReport.decimal(0.00001).toPlainString());
    report.result("time", "ns", 4e12, 1);
    assertTrue(lines().get(0).contains("\"value\":4000000000000,"), lines()::toString);
  }

  @Test
  void percentilesGoFromTheShortestToTheLongest() {
    report.percentiles("time", "ns", 9, rank -> rank * 2);
    assertEquals(
        List.of(
            "{\"event\":\"result\",\"metric\":\"time\",\"unit\":\"ns\",\"count\":9,"
                + "\"percentiles\":{\"0\":0,\"50\":100,\"90\":180,\"99\":198,"
                + "\"99.9\":199.8,\"99.99\":199.98,\"100\":200}}"),
        lines());
  }

  @Test
  void oneMetricIsSkippedOrAll() {
    report.skipped("time", "no clock");
    report.skipped("no machine");
    report.end();
    assertEquals(
        List.of(
            "{\"event\":\"skipped\",\"metric\":\"time\",\"reason\":\"no clock\"}",
            "{\"event\":\"skipped\",\"reason\":\"no machine\"}",
            "{\"event\":\"end\"}"),
        lines());
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThrows(
        NumberFormatException.class, () -> report.result("time", "ns", Double.NaN, 1));
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
    BenchReport lost =
        new BenchReport("test", new PrintStream(broken, false, StandardCharsets.UTF_8));
    assertThrows(IllegalStateException.class, lost::end);
  }
}
