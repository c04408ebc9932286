package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RealTimeRunTest {
  private static final String BASE =
      "--case A --strategy alloc --mode realtime --scale 100";
  private static final String REALTIME =
      BASE + " --seconds 0.02 --warmup-seconds 0.01";
  private static final String ASKED = BASE + " --interval-ns -";

  private final FakeProgram program = new FakeProgram();

  @Test
  void triesEveryInterval() throws IOException {
    assertEquals(0, program.run(REALTIME + " --interval-ns 1000,2.5"));
    List<JsonNode> probes = program.events("probe");
    assertEquals(2, probes.size());
    assertEquals("thread", program.only("start").path("clock").textValue());
    assertEquals("1000", probes.get(0).path("interval_ns").toString());
    assertEquals("2.5", probes.get(1).path("interval_ns").toString());
    assertEquals(100_000, probes.get(0).path("capacity").intValue());
    assertEquals(40_000_000, probes.get(1).path("capacity").intValue());
    assertEquals(1_000_000, program.clocks.get(0).intervalPicoseconds);
    assertEquals(2500, program.clocks.get(1).intervalPicoseconds);
    for (JsonNode probe : probes) {
      assertTrue(probe.path("seconds").doubleValue() >= 0.02);
      assertEquals(0, probe.path("lost").longValue());
      assertEquals("[]", probe.path("losses").toString());
      assertFalse(probe.path("stopped_early").booleanValue());
      assertEquals(probe.path("sent"), probe.path("received"));
      long received = probe.path("received").longValue();
      assertEquals(0, received % FakeTicks.BATCH, "whole batches");
      assertEquals(4711, probe.path("longest_stall_ns").longValue());
      assertEquals(2, probe.path("uptime_ms").size());
    }
    for (FakeTicks ticks : program.clocks) {
      assertEquals(ClockKind.THREAD, ticks.kind);
      assertTrue(ticks.closed);
      assertEquals(1, ticks.resets, "the warm-up's stalls do not count");
    }
    JsonNode end = program.only("end");
    assertEquals(
        NaiveModel.digest(100, 100, false, end.path("packets").intValue()),
        end.path("digest").textValue());
  }

  /** Steps of 2^30 wrap the 32-bit numbers every fourth tick. */
  @ParameterizedTest
  @CsvSource({
    "1, 0", "5, 0", "1073741824, 0", "1, 2147482648", "5, 2147482648", "1, 4294966296",
    "5, 4294966296", "1073741824, 4294966296",
  })
  void gapsAreLosses(int gap, long firstTick) throws IOException {
    program.step = gap;
    String options = " --interval-ns 1000 --first-tick " + firstTick;
    assertEquals(0, program.run(REALTIME + options));
    JsonNode probe = program.only("probe");
    long received = probe.path("received").longValue();
    assertEquals(received * gap, probe.path("sent").longValue());
    assertEquals(received * gap - received, probe.path("lost").longValue());
    long listed = 0;
    for (JsonNode loss : probe.path("losses")) {
      assertTrue(loss.get(0).decimalValue().scale() <= 3, loss.toString());
      listed += loss.get(1).longValue();
    }
    assertEquals(received * gap - received, listed);
    List<JsonNode> progress = program.events("progress");
    assertTrue(progress.size() >= 3, "a line every 10,000 packets, and 30,000 a batch");
    for (JsonNode line : progress) {
      long lost = line.path("lost").longValue();
      assertEquals(10_000L * gap - 10_000, lost, "since the last line");
      double sinceLast = line.path("since_last_s").doubleValue();
      assertTrue(sinceLast > 0);
      assertTrue(line.path("since_start_s").doubleValue() >= sinceLast);
      assertEquals(1000, line.path("interval_ns").intValue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "4294967296"})
  void theFirstTicksNumberHas32Bits(String number) {
    assertEquals(2, program.run(REALTIME + " --interval-ns 5 --first-tick " + number));
    assertEquals(
        "test: --first-tick: " + number + " is not in 0 to 4294967295"
            + System.lineSeparator(),
        program.errors());
  }

  @Test
  void withoutWarmUpTheFirstTickCountsToo() throws IOException {
    assertEquals(0, program.run(
        "--case A --strategy alloc --mode realtime --scale 100 --settle 0 --seconds 0.001"
            + " --warmup-seconds 0 --interval-ns 100000000"));
    JsonNode probe = program.only("probe");
    assertEquals(0, probe.path("lost").longValue());
    assertEquals(1, probe.path("capacity").intValue());
    assertEquals(probe.path("received"), program.only("end").path("packets"));
  }

  @Test
  void theClockCanBeChosen() throws IOException {
    assertEquals(0, program.run(REALTIME + " --interval-ns 1000 --clock counter"));
    assertEquals("counter", program.only("start").path("clock").textValue());
    assertEquals(ClockKind.COUNTER, program.clocks.get(0).kind);
    assertEquals(Workload.VERSION, program.only("start").path("workload").intValue());
  }

  @Test
  void probesAreAskedForLineByLine() throws IOException {
    assertEquals(0, program.run(ASKED, "1000 0.002 0.001\n2.5 0.001 0 until-loss\n"));
    List<JsonNode> probes = program.events("probe");
    assertEquals(2, probes.size());
    assertEquals("1000", probes.get(0).path("interval_ns").toString());
    assertEquals(100_000, probes.get(0).path("capacity").intValue());
    assertTrue(probes.get(0).path("seconds").doubleValue() >= 0.002);
    assertEquals("2.5", probes.get(1).path("interval_ns").toString());
    assertEquals(1, program.clocks.get(0).resets, "there was a warm-up");
    assertEquals(0, program.clocks.get(1).resets, "there was none");
    for (int i = 0; i < 2; i++) {
      assertTrue(program.clocks.get(i).closed);
      assertFalse(probes.get(i).path("stopped_early").booleanValue());
    }
    assertEquals(1700 + program.clocks.get(0).given() + program.clocks.get(1).given(),
        program.only("end").path("packets").longValue(), "settled, and given to probes");
    assertEquals(16, program.only("end").path("digest").textValue().length());
  }

  @Test
  void noProbeAtAllIsARun() throws IOException {
    assertEquals(0, program.run(ASKED + " --live-objects", ""));
    assertEquals(0, program.events("probe").size());
    assertEquals(1700, program.only("end").path("packets").longValue());
    assertTrue(program.only("end").path("live_objects").path("instances").intValue() > 0);
  }

  /** A caller may need the previous probe's result. */
  @Test
  void aLineIsReadWhenTheProbeBeforeHasBeenReported() {
    List<Integer> reported = new ArrayList<>();
    int[] probes = {0};
    InputStream input = new InputStream() {
      @Override
      public int read() {
        throw new AssertionError("bytes are not read one by one");
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        reported.add(probes[0]);
        byte[] line = "1000 0.001 0\n".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(line, 0, buffer, offset, line.length);
        return reported.size() == 4 ? -1 : line.length;
      }
    };
    PrintStream output = new PrintStream(PrintStream.nullOutputStream()) {
      @Override
      public void println(String line) {
        probes[0] += line.startsWith("{\"event\":\"probe\"") ? 1 : 0;
      }
    };
    assertEquals(0, program.run(ASKED, input, output));
    assertEquals(List.of(0, 1, 2, 3), reported);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aProbeCanEndAtItsFirstLoss(int step) throws IOException {
    program.step = step;
    String seconds = step == 1 ? "0.001" : "1000000"; // too long to wait for
    assertEquals(0, program.run(ASKED, "1000 " + seconds + " 0 until-loss\n"));
    JsonNode probe = program.only("probe");
    assertEquals(step > 1, probe.path("stopped_early").booleanValue());
    if (step > 1) {
      assertEquals(FakeTicks.BATCH, probe.path("received").intValue(), "one batch");
      assertEquals(FakeTicks.BATCH, probe.path("lost").intValue());
      assertEquals(Losses.CAPACITY, probe.path("losses").size());
    }
  }

  @Test
  void theWarmUpDoesNotEndAtALoss() throws IOException {
    program.step = 2;
    assertEquals(0, program.run(ASKED, "1000 1000000 0.01 until-loss\n"));
    assertEquals(FakeTicks.BATCH, program.only("probe").path("received").intValue());
    assertEquals(1, program.clocks.get(0).resets);
    assertTrue(program.clocks.get(0).given() >= 4 * FakeTicks.BATCH,
        "one batch at least of the warm-up, two that are passed over, one that counts");
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "''; other words",
    "1000 5; other words",
    "1000 5 1 until-loss now; other words",
    "x 5 1; 'x' is no number",
    "0.5 5 1; '0.5' is not in 1 to 100000000 ns",
    "100000001 5 1; '100000001' is not in 1 to 100000000 ns",
    "NaN 5 1; 'NaN' is no number",
    "1000,2000 5 1; '1000,2000' is no number",
    "- 5 1; '-' is no number",
    "1000 0 1; '0' is not in 0 to 1e6 s",
    "1000 -5 1; '-5' is not in 0 to 1e6 s",
    "1000 5 -1; '-1' is not in 0 to 1e6 s",
    "1000 5 NaN; 'NaN' is not in 0 to 1e6 s",
    "1000 1000001 1; '1000001' is not in 0 to 1e6 s",
    "1000 5 one; 'one' is no number",
    "1000 5 1 until-los; other words",
  })
  void aBadLineIsNamedAndEndsTheRun(String line, String hint) throws IOException {
    assertEquals(2, program.run(ASKED, "1000 0.001 0\n" + line + "\n1000 0.001 0\n"));
    assertEquals(1, program.events("probe").size(), "those before it are made");
    assertEquals(0, program.events("end").size());
    String message = program.errors();
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.startsWith("test: standard input: '" + line + "' is not"
        + " INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]; "), message);
    assertTrue(message.contains(hint), message);
  }

  @Test
  void aBrokenInputIsAFailure() {
    InputStream broken = new InputStream() {
      @Override
      public int read() throws IOException {
        throw new IOException("the pipe is gone");
      }
    };
    assertEquals(1, program.run(
        ASKED, broken, new PrintStream(PrintStream.nullOutputStream())));
    assertEquals(1, program.errors().lines().count(), program.errors());
    assertTrue(program.errors().contains("the pipe is gone"), program.errors());
  }

  @ParameterizedTest
  @ValueSource(strings = {"thread", "counter"})
  void serviceTimesComeFirst(String clock) throws IOException {
    assertEquals(0, program.run(REALTIME + " --interval-ns 1000 --service-seconds 0.005"
        + " --clock " + clock));
    JsonNode service = program.only("service");
    long packets = 0;
    long nanoseconds = 0;
    for (JsonNode slice : service.path("slices")) {
      packets += slice.get(0).longValue();
      nanoseconds += slice.get(1).longValue();
    }
    assertEquals(packets, service.path("packets").longValue());
    assertEquals(nanoseconds / 1e9, service.path("seconds").doubleValue());
    assertTrue(nanoseconds >= 5_000_000, service.toString());
    assertEquals(2, service.path("uptime_ms").size());
    assertTrue(program.output().indexOf("\"service\"")
        < program.output().indexOf("\"probe\""), "before the probes");
    assertEquals(2, program.clocks.size());
    for (FakeTicks ticks : program.clocks) {
      assertTrue(ticks.closed);
    }
    long served = program.clocks.get(0).given();
    assertTrue(served > packets, "a tick for each packet, in the warm-up too");
    assertEquals(100_000, program.clocks.get(0).capacity);
    JsonNode end = program.only("end");
    long given = program.clocks.get(1).given();
    assertTrue(end.path("packets").longValue() >= given + served);
    assertEquals(
        NaiveModel.digest(100, 100, false, end.path("packets").intValue()),
        end.path("digest").textValue(), "the packets before the probes are counted");
  }

  @Test
  void textIsForPeople() {
    program.step = 2;
    String options = " --format text --service-seconds 0.001 --warmup-seconds 0.001";
    assertEquals(0, program.run(ASKED + options, "1000 1000000 0 until-loss\n"));
    for (String part : List.of(
        "clock: thread", "at full speed:", "ns a packet", "; lost:    10000",
        "at 1000 ns: 30,000 of 60,000 packets lost", "stopped at the first loss",
        "packets, ")) {
      assertTrue(program.output().contains(part), program.output());
    }
    assertFalse(program.output().contains("{"), program.output());
  }
}
