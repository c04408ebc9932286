package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BatchRunTest {
  /** Returns the nanoseconds of the rounds, the first of which is warm-up. */
  private static List<Long> rounds(LongSupplier collections) throws IOException {
    Options options = new Options();
    new CommandLine(options).parseArgs(("--case A --strategy pool --mode batch"
        + " --scale 100 --packets 9000000000000 --warmup-rounds 1 --settle 0 --rounds 2"
        + " --round-limit-ms 1").split(" "));
    options.validate();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Analyser analyser = new PacketAnalyser<>(
        options.sizes(), options.strategy, options.generator, TestPacket::new);
    new BatchRun(
        analyser, options,
        options.format.reporter(new PrintStream(out, true, StandardCharsets.UTF_8)),
        InputStream.nullInputStream(), collections).run();
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines()
        .collect(Collectors.toList())) {
      events.add(json.readTree(line));
    }
    return events.stream()
        .map(event -> event.path("elapsed_ns").longValue())
        .collect(Collectors.toList());
  }

  @Test
  void aRoundWaitsForACollectionToEnd() throws IOException {
    long start = System.nanoTime();
    AtomicLong asked = new AtomicLong();
    // The first collection ends after 50 ms, and then one at every call.
    List<Long> elapsed = rounds(() ->
        System.nanoTime() - start < 50_000_000 ? 1 : 1 + asked.incrementAndGet());
    assertEquals(3, elapsed.size());
    assertTrue(System.nanoTime() - start >= 50_000_000, "the first waited for it");
    assertTrue(asked.get() >= 2, "each of the two ended with one");
  }

  @Test
  void withoutACollectionSoFarNoneIsWaitedFor() throws IOException {
    AtomicLong asked = new AtomicLong();
    assertEquals(3, rounds(() -> 0 * asked.incrementAndGet()).size());
    assertTrue(asked.get() < 20_000, "it is asked every few microseconds, for 1 ms each");
  }

  @Test
  void aRoundDoesNotWaitForEver() throws IOException {
    List<Long> elapsed = rounds(() -> 7);
    assertTrue(elapsed.get(1) >= BatchRun.MOST_WAIT_NS, elapsed.toString());
    assertTrue(elapsed.get(2) >= BatchRun.MOST_WAIT_NS, elapsed.toString());
  }
}
