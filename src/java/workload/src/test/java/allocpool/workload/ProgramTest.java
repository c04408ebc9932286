package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
  private static final String BATCH = "--case A --strategy pool --mode batch --scale 100";
  private static final String REALTIME =
      "--case A --strategy alloc --mode realtime --scale 100 --seconds 0.02"
          + " --warmup-seconds 0.01";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<FakeTicks> clocks = new ArrayList<>();
  private int step = 1;

  private int run(String commandLine) {
    return run(commandLine, new PrintStream(out, false, StandardCharsets.UTF_8));
  }

  private int run(String commandLine, PrintStream output) {
    Program program = new Program(
        "test",
        (sizes, strategy, generator) ->
            new PacketAnalyser<>(sizes, strategy, generator, TestPacket::new),
        (capacity, picoseconds) -> {
          clocks.add(new FakeTicks(capacity, picoseconds, step));
          return clocks.get(clocks.size() - 1);
        },
        output, new PrintStream(err, true, StandardCharsets.UTF_8));
    return program.run(commandLine.isEmpty() ? new String[0] : commandLine.split(" "));
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<JsonNode> events(String name) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : output().lines().collect(Collectors.toList())) {
      JsonNode event = new ObjectMapper().readTree(line);
      if (event.path("event").textValue().equals(name)) {
        events.add(event);
      }
    }
    return events;
  }

  private JsonNode only(String name) throws IOException {
    List<JsonNode> events = events(name);
    assertEquals(1, events.size(), output());
    return events.get(0);
  }

  @Test
  void batchReportsEveryRound() throws IOException {
    assertEquals(0, run(BATCH + " --packets 2550 --warmup-rounds 1 --rounds 3"));
    JsonNode start = only("start");
    assertEquals("test", start.path("implementation").textValue());
    assertEquals("pool", start.path("strategy").textValue());
    assertEquals("A", start.path("case").textValue());
    assertEquals("batch", start.path("mode").textValue());
    assertEquals("counter", start.path("generator").textValue());
    assertEquals(100, start.path("scale").intValue());
    assertEquals(
        "{\"pool\":10000,\"mix_pool\":2000,\"queue\":100,\"stored\":100}",
        start.path("sizes").toString());
    assertEquals(
        System.getProperty("java.vm.version"),
        start.path("runtime").path("version").textValue());
    assertTrue(start.path("runtime").path("flags").isArray());
    List<JsonNode> rounds = events("round");
    for (int i = 0; i < 4; i++) {
      JsonNode round = rounds.get(i);
      assertEquals(i, round.path("index").intValue());
      assertEquals(i < 1, round.path("warmup").booleanValue());
      assertEquals(2550, round.path("packets").longValue());
      assertEquals(
          round.path("elapsed_ns").doubleValue() / 2550,
          round.path("ns_per_packet").doubleValue());
      JsonNode uptime = round.path("uptime_ms");
      assertTrue(uptime.get(0).longValue() <= uptime.get(1).longValue());
    }
    JsonNode end = only("end");
    assertEquals(4 * 2550, end.path("packets").longValue());
    assertEquals(4 * 2550 - 100, end.path("processed").longValue());
    assertEquals(
        NaiveModel.digest(100, 100, false, 4 * 2550), end.path("digest").textValue());
    assertFalse(end.has("live_objects"));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  /** Queue + 16 or 48 slots each: 1,700 or 4,900 packets for case A, scaled. */
  @ParameterizedTest
  @CsvSource({
    "counter, '', 17", "random, '', 49",
    "random, --settle 250, 3", "counter, --settle 0, 2",
  })
  void warmsUpUntilItIsSettled(String generator, String settle, int warmupRounds)
      throws IOException {
    run((BATCH + " --packets 100 --warmup-rounds 2 --rounds 1 --generator " + generator
        + " " + settle).strip());
    List<JsonNode> rounds = events("round");
    assertEquals(warmupRounds + 1, rounds.size());
    assertEquals(
        warmupRounds,
        rounds.stream().filter(round -> round.path("warmup").booleanValue()).count());
    assertFalse(rounds.get(warmupRounds).path("warmup").booleanValue());
  }

  @Test
  void aRoundEndsAtItsLimit() throws IOException {
    assertEquals(0, run(BATCH + " --packets 9000000000000 --warmup-rounds 0 --settle 0"
        + " --rounds 2 --round-limit-ms 5"));
    for (JsonNode round : events("round")) {
      assertTrue(round.path("elapsed_ns").longValue() >= 5_000_000);
      assertEquals(0, round.path("packets").longValue() % 100, "whole chunks");
    }
  }

  @Test
  void dummyHasNoDigest() throws IOException {
    assertEquals(0, run("--case C --strategy dummy --mode batch --scale 100 --rounds 1"));
    assertTrue(only("end").get("digest").isNull());
  }

  @Test
  void liveObjectsAreCountedOnRequest() throws IOException {
    assertEquals(0, run(BATCH + " --rounds 1 --live-objects"));
    JsonNode live = only("end").path("live_objects");
    assertTrue(live.path("instances").longValue() > 30_000, "at least the pool's");
    assertTrue(live.path("bytes").longValue() > 10_000L * Sizes.PACKET_BYTES);
  }

  @Test
  void realTimeTriesEveryInterval() throws IOException {
    assertEquals(0, run(REALTIME + " --interval-ns 1000,2.5"));
    List<JsonNode> probes = events("probe");
    assertEquals(2, probes.size());
    assertEquals("1000", probes.get(0).path("interval_ns").toString());
    assertEquals("2.5", probes.get(1).path("interval_ns").toString());
    assertEquals(100_000, probes.get(0).path("capacity").intValue());
    assertEquals(40_000_000, probes.get(1).path("capacity").intValue());
    assertEquals(1_000_000, clocks.get(0).intervalPicoseconds);
    assertEquals(2500, clocks.get(1).intervalPicoseconds);
    for (JsonNode probe : probes) {
      assertTrue(probe.path("seconds").doubleValue() >= 0.02);
      assertEquals(0, probe.path("lost").longValue());
      assertEquals(probe.path("sent"), probe.path("received"));
      long received = probe.path("received").longValue();
      assertEquals(0, received % FakeTicks.BATCH, "whole batches");
      assertEquals(4711, probe.path("longest_stall_ns").longValue());
      assertEquals(2, probe.path("uptime_ms").size());
    }
    for (FakeTicks ticks : clocks) {
      assertTrue(ticks.closed);
      assertEquals(1, ticks.resets, "the warm-up's stalls do not count");
    }
    JsonNode end = only("end");
    assertEquals(
        NaiveModel.digest(100, 100, false, end.path("packets").intValue()),
        end.path("digest").textValue());
  }

  /** Steps of 2^30 wrap the 32-bit numbers every fourth tick. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 1 << 30})
  void gapsAreLosses(int gap) throws IOException {
    step = gap;
    assertEquals(0, run(REALTIME + " --interval-ns 1000"));
    JsonNode probe = only("probe");
    long received = probe.path("received").longValue();
    assertEquals(received * gap, probe.path("sent").longValue());
    assertEquals(received * gap - received, probe.path("lost").longValue());
    List<JsonNode> progress = events("progress");
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

  @Test
  void withoutWarmUpTheFirstTickCountsToo() throws IOException {
    assertEquals(0, run(
        "--case A --strategy alloc --mode realtime --scale 100 --settle 0 --seconds 0.001"
            + " --warmup-seconds 0 --interval-ns 100000000"));
    JsonNode probe = only("probe");
    assertEquals(0, probe.path("lost").longValue());
    assertEquals(1, probe.path("capacity").intValue());
    assertEquals(probe.path("received"), only("end").path("packets"));
  }

  @Test
  void textIsForPeople() {
    assertEquals(0, run(BATCH + " --format text --rounds 1"));
    assertEquals(0, run(REALTIME + " --format text --interval-ns 1000 --live-objects"));
    assertTrue(output().contains("ns a packet"), output());
    assertTrue(output().contains("; lost:        0"), output());
    assertTrue(output().contains("live objects"), output());
    assertFalse(output().contains("{"), output());
  }

  @Test
  void helpNamesEveryOption() {
    assertEquals(0, run("--help"));
    for (String option : new String[] {
        "--case", "--strategy", "--mode", "--generator", "--scale", "--format",
        "--packets", "--warmup-rounds", "--rounds", "--round-limit-ms",
        "--settle", "--interval-ns", "--seconds", "--warmup-seconds", "--live-objects"}) {
      assertTrue(output().contains(option), option);
    }
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "--case D --strategy pool --mode batch; A, B, C",
    "--case a --strategy pool --mode batch; A, B, C",
    "--case A --strategy lake --mode batch; dummy, alloc, mix, pool",
    "--case A --strategy pool --mode often; batch, realtime",
    "--case A --strategy pool --mode batch --generator x; counter, random",
    "--case A --strategy pool --mode batch --scale 10; 1, 100",
    "--case A --strategy pool --mode batch --format xml; json, text",
    "--strategy pool --mode batch; --case=A|B|C",
    "--case A --mode batch; --strategy=dummy|alloc|mix|pool",
    "--case A --strategy pool; --mode=batch|realtime",
    "--case A --case B --strategy pool --mode batch; only once",
    "--case; A|B|C",
    "--case A --strategy pool --mode batch --sped 1; valid are --case, --strategy",
    "--case A --strategy pool --mode batch stray; 'stray'",
    "--case A --strategy pool --mode batch --packets 0; --packets",
    "--case A --strategy pool --mode batch --packets many; --packets",
    "--case A --strategy pool --mode batch --rounds 0; --rounds",
    "--case A --strategy pool --mode batch --warmup-rounds -1; --warmup-rounds",
    "--case A --strategy pool --mode batch --round-limit-ms -1; --round-limit-ms",
    "--case A --strategy pool --mode batch --settle -1; --settle",
    "--case A --strategy pool --mode batch --interval-ns 5; --mode realtime",
    "--case A --strategy pool --mode realtime; --interval-ns",
    "--case A --strategy pool --mode realtime --interval-ns 5 --rounds 2; --mode batch",
    "--case A --strategy pool --mode realtime --interval-ns 0.5; 1 to 100000000 ns",
    "--case A --strategy pool --mode realtime --interval-ns 100000001; 1 to 100000000",
    "--case A --strategy pool --mode realtime --interval-ns 5,x; 'x' is no number",
    "--case A --strategy pool --mode realtime --interval-ns 5,; '' is no number",
    "--case A --strategy pool --mode realtime --interval-ns 5 --seconds 0; --seconds",
    "--case A --strategy pool --mode realtime --interval-ns 5 --seconds NaN; --seconds",
    "--case A --strategy pool --mode realtime --interval-ns 5 --interval-ns 6; only once",
    "''; --case",
  })
  void badInputIsOneLineThatNamesWhatIsValid(String commandLine, String hint) {
    assertEquals(2, run(commandLine));
    String message = err.toString(StandardCharsets.UTF_8);
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.startsWith("test: "), message);
    assertTrue(message.contains(hint), message);
    assertEquals("", output());
  }

  @Test
  void aBrokenOutputIsAFailure() {
    OutputStream broken = new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        throw new IOException("no space left");
      }
    };
    assertEquals(
        1, run(BATCH, new PrintStream(broken, false, StandardCharsets.UTF_8)));
    assertEquals(
        "test: cannot write to the standard output" + System.lineSeparator(),
        err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void theHistogramsTotalIsFound() {
    LiveObjects live = LiveObjects.parse(
        " num     #instances\n   1:  5   240  [B\nTotal         12345      6789012\n");
    assertEquals(12_345, live.instances);
    assertEquals(6_789_012, live.bytes);
  }
}
