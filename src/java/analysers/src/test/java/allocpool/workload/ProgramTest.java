package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
  private static final String BATCH = "--case A --strategy pool --mode batch --scale 100";

  private final FakeProgram program = new FakeProgram();

  @Test
  void batchReportsEveryRound() throws IOException {
    assertEquals(0, program.run(BATCH + " --packets 2550 --warmup-rounds 1 --rounds 3"));
    JsonNode start = program.only("start");
    assertEquals("test", start.path("implementation").textValue());
    assertEquals("pool", start.path("strategy").textValue());
    assertEquals("A", start.path("case").textValue());
    assertEquals("batch", start.path("mode").textValue());
    assertEquals(Workload.VERSION, start.path("workload").intValue());
    assertFalse(start.has("clock"));
    assertEquals("counter", start.path("generator").textValue());
    assertEquals(100, start.path("scale").intValue());
    assertEquals(
        "{\"pool\":10000,\"mix_pool\":2000,\"queue\":100,\"stored\":100}",
        start.path("sizes").toString());
    assertEquals(
        System.getProperty("java.vm.version"),
        start.path("runtime").path("version").textValue());
    assertTrue(start.path("runtime").path("flags").isArray());
    List<JsonNode> rounds = program.events("round");
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
    JsonNode end = program.only("end");
    assertEquals(4 * 2550, end.path("packets").longValue());
    assertEquals(4 * 2550 - 100, end.path("processed").longValue());
    assertEquals(
        NaiveModel.digest(100, 100, false, 4 * 2550), end.path("digest").textValue());
    assertFalse(end.has("live_objects"));
    assertEquals("", program.errors());
  }

  /** Queue + 16 or 48 packets per slot: 1,700 or 4,900 packets for case A, scaled. */
  @ParameterizedTest
  @CsvSource({
    "counter, '', 17", "random, '', 49",
    "random, --settle 250, 3", "counter, --settle 0, 2",
  })
  void warmsUpUntilItIsSettled(String generator, String settle, int warmupRounds)
      throws IOException {
    program.run((BATCH + " --packets 100 --warmup-rounds 2 --rounds 1 --generator "
        + generator + " " + settle).strip());
    List<JsonNode> rounds = program.events("round");
    assertEquals(warmupRounds + 1, rounds.size());
    assertEquals(
        warmupRounds,
        rounds.stream().filter(round -> round.path("warmup").booleanValue()).count());
    assertFalse(rounds.get(warmupRounds).path("warmup").booleanValue());
  }

  @Test
  void aRoundEndsAtItsLimit() throws IOException {
    assertEquals(0, program.run(BATCH + " --packets 9000000000000 --warmup-rounds 0"
        + " --settle 0 --rounds 2 --round-limit-ms 5"));
    for (JsonNode round : program.events("round")) {
      assertTrue(round.path("elapsed_ns").longValue() >= 5_000_000);
      assertEquals(0, round.path("packets").longValue() % 100, "whole chunks");
    }
  }

  @Test
  void dummyHasNoDigest() throws IOException {
    assertEquals(
        0, program.run("--case C --strategy dummy --mode batch --scale 100 --rounds 1"));
    assertTrue(program.only("end").get("digest").isNull());
  }

  @Test
  void liveObjectsAreCountedOnRequest() throws IOException {
    assertEquals(0, program.run(BATCH + " --rounds 1 --live-objects"));
    JsonNode live = program.only("end").path("live_objects");
    assertTrue(live.path("instances").longValue() > 30_000, "at least the pool's");
    assertTrue(live.path("bytes").longValue() > 10_000L * Sizes.PACKET_BYTES);
  }

  @Test
  void textIsForPeople() {
    assertEquals(0, program.run(BATCH + " --format text --rounds 1 --live-objects"));
    assertTrue(program.output().contains("ns a packet"), program.output());
    assertTrue(program.output().contains("live objects"), program.output());
    assertFalse(program.output().contains("{"), program.output());
  }

  @Test
  void helpNamesEveryOption() {
    assertEquals(0, program.run("--help"));
    for (String option : new String[] {
        "--case", "--strategy", "--mode", "--generator", "--scale", "--format",
        "--packets", "--warmup-rounds", "--rounds", "--round-limit-ms",
        "--settle", "--interval-ns", "--seconds", "--warmup-seconds",
        "--service-seconds", "--clock", "--first-tick", "--live-objects"}) {
      assertTrue(program.output().contains(option), option);
    }
    assertEquals("", program.errors());
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
    "--case A --strategy pool --mode batch --service-seconds 1; --mode realtime",
    "--case A --strategy pool --mode batch --clock counter; --mode realtime",
    "--case A --strategy pool --mode batch --first-tick 1; --mode realtime",
    "--case A --strategy pool --mode realtime; --interval-ns",
    "--case A --strategy pool --mode realtime --interval-ns 5 --rounds 2; --mode batch",
    "--case A --strategy pool --mode realtime --interval-ns 0.5; 1 to 100000000 ns",
    "--case A --strategy pool --mode realtime --interval-ns 100000001; 1 to 100000000",
    "--case A --strategy pool --mode realtime --interval-ns 5,x; 'x' is no number",
    "--case A --strategy pool --mode realtime --interval-ns 5,; '' is no number",
    "--case A --strategy pool --mode realtime --interval-ns 5 --seconds 0; --seconds",
    "--case A --strategy pool --mode realtime --interval-ns 5 --seconds NaN; --seconds",
    "--case A --strategy pool --mode realtime --interval-ns 5 --interval-ns 6; only once",
    "--case A --strategy pool --mode realtime --interval-ns 5,-; '-' is no number",
    "--case A --strategy pool --mode realtime --interval-ns 5 --service-seconds -1; 1e6",
    "--case A --strategy pool --mode realtime --interval-ns 5 --service-seconds NaN; 1e6",
    "--case A --strategy pool --mode realtime --interval-ns 5 --service-seconds 2e6; 1e6",
    "--case A --strategy pool --mode realtime --interval-ns 5 --clock sun; counter",
    "--case A --strategy pool --mode realtime --interval-ns 5 --first-tick x; 'x' is not",
    "''; --case",
  })
  void badInputIsOneLineThatNamesWhatIsValid(String commandLine, String hint) {
    assertEquals(2, program.run(commandLine));
    String message = program.errors();
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.startsWith("test: "), message);
    assertTrue(message.contains(hint), message);
    assertEquals("", program.output());
  }

  @Test
  void whatAnImplementationRefusesIsBadInputToo() {
    program.refusal = "--strategy: not here";
    assertEquals(2, program.run(BATCH));
    assertEquals(
        "test: --strategy: not here" + System.lineSeparator(), program.errors());
    assertEquals("", program.output());
  }

  @Test
  void roundsMayBeAskedForOneByOne() throws IOException {
    assertEquals(0, program.run(
        BATCH + " --packets 100 --warmup-rounds 1 --settle 0 --rounds -",
        "30 0\n50 1000\n"));
    assertEquals(
        List.of(100L, 30L, 50L),
        program.events("round").stream()
            .map(round -> round.path("packets").longValue())
            .collect(Collectors.toList()));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "5", "5 1 1", "0 5", "5 -1", "x 5"})
  void aRoundThatCannotBeIsRefused(String line) {
    assertEquals(2, program.run(BATCH + " --rounds -", line + "\n"));
    assertTrue(program.errors().contains("'" + line + "' is not PACKETS LIMIT_MS"));
  }

  @Test
  void aBrokenOutputIsAFailure() {
    OutputStream broken = new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        throw new IOException("no space left");
      }
    };
    assertEquals(1, program.run(
        BATCH, InputStream.nullInputStream(),
        new PrintStream(broken, false, StandardCharsets.UTF_8)));
    assertEquals(
        "test: cannot write to the standard output" + System.lineSeparator(),
        program.errors());
  }

  @Test
  void theHistogramsTotalIsFound() {
    LiveObjects live = LiveObjects.parse(
        " num     #instances\n   1:  5   240  [B\nTotal         12345      6789012\n");
    assertEquals(12_345, live.instances);
    assertEquals(6_789_012, live.bytes);
  }
}
