package allocpool.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class HeapMainTest extends MainTest {

  HeapMainTest() {
    super(HeapMain.class);
  }

  private JsonNode last() throws IOException {
    return new ObjectMapper().readTree(output.get(output.size() - 1));
  }

  /** Prevents newer virtual machines' warnings about native code. */
  private static String nativeAccess() {
    return Runtime.version().feature() < 22 ? "" : " --enable-native-access=ALL-UNNAMED";
  }

  @Test
  void endsWithTheDigest() throws IOException, InterruptedException {
    assertEquals(0, run("-Xmx128m",
        "--case C --strategy pool --mode batch --scale 100 --generator random --settle 0"
            + " --warmup-rounds 1 --rounds 1 --packets 100000"));
    assertEquals("0a6a9b60e4e3f90f", last().path("digest").textValue());
    assertEquals(List.of(), errors);
  }

  /** The measurement must not depend on unused strategies and generators. */
  @Test
  void loadsOnlyWhatItUses() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run("-Xmx128m -Xlog:class+load:file=" + log,
        "--case A --strategy dummy --mode batch --scale 100 --rounds 1"));
    String loaded = Files.readString(log);
    for (String used : List.of("Dummy", "Counter", "PacketAnalyser")) {
      assertTrue(loaded.contains("allocpool.workload." + used + " "), used);
    }
    for (String unused : List.of("Alloc", "Pool", "SplitMix64")) {
      assertFalse(loaded.contains("allocpool.workload." + unused + " "), unused);
    }
  }

  @Test
  void runningOutOfMemoryIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx32m", "--case C --strategy alloc --mode batch"));
    assertOneError("heap: out of memory", "case C with strategy alloc", "of heap");
    assertEquals(1, run("-Xmx32m", "--case A --strategy pool --mode batch"));
    assertOneError("heap: out of memory", "case A with strategy pool");
  }

  @Test
  void badInputIsOneLineAndNamesTheCases() throws IOException, InterruptedException {
    assertEquals(2, run("-Xmx32m", "--case X --strategy pool --mode batch"));
    assertOneError("heap: ", "A, B, C");
    assertEquals(List.of(), output);
  }

  @Test
  void aMissingLibraryIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -Djava.library.path=" + folder + nativeAccess(),
        "--case A --strategy alloc --mode realtime --scale 100 --interval-ns 1000"));
    assertOneError("heap: clock: cannot load", folder.toString(), "build it with CMake");
  }

  /** Runs with -Xcheck:jni, which reports bad JNI code on the standard output. */
  @Test
  void realTimeWithTheRealClock() throws IOException, InterruptedException {
    String nativeFolder = System.getProperty("allocpool.native", "");
    Path library = Path.of(nativeFolder, System.mapLibraryName("clockqueue"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    assertEquals(0, run("-Xcheck:jni -Xmx128m -Djava.library.path=" + nativeFolder,
        "--case A --strategy pool --mode realtime --scale 100 --interval-ns 20000,10000"
            + " --seconds 0.3 --warmup-seconds 0.1"));
    assertEquals(2, probes().size());
  }

  /** The same with all real-time options; the ticks' numbers wrap on the way. */
  @Test
  void realTimeOnRequest() throws IOException, InterruptedException {
    String nativeFolder = System.getProperty("allocpool.native", "");
    Path library = Path.of(nativeFolder, System.mapLibraryName("clockqueue"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    assertEquals(0, run("-Xcheck:jni -Xmx128m -Djava.library.path=" + nativeFolder,
        "--case A --strategy alloc --mode realtime --scale 100 --interval-ns -"
            + " --service-seconds 0.02 --warmup-seconds 0.01 --first-tick 4294966296",
        "10000 0.1 0\n20000 0.1 0.05 until-loss\n"));
    assertEquals(2, probes().size());
    assertTrue(probes().get(0).path("sent").longValue() < 1_000_000, "no lap is lost");
    JsonNode service = new ObjectMapper().readTree(output.get(1));
    assertEquals("service", service.path("event").textValue());
  }

  /** No thread, so no native library either. */
  @Test
  void theCounterNeedsNoLibrary() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run(
        "-Xmx128m -Djava.library.path=" + folder + " -Xlog:class+load:file=" + log,
        "--case A --strategy alloc --mode realtime --scale 100 --interval-ns 10000"
            + " --seconds 0.1 --warmup-seconds 0.05 --service-seconds 0.01"
            + " --clock counter"));
    assertEquals(1, probes().size());
    assertEquals(0, probes().get(0).path("longest_stall_ns").longValue());
    String loaded = Files.readString(log);
    assertTrue(loaded.contains("allocpool.clock.CounterTicks "));
    assertFalse(loaded.contains("allocpool.clock.ClockQueue "));
  }

  private List<JsonNode> probes() throws IOException {
    List<JsonNode> probes = new ArrayList<>();
    for (String line : output) {
      assertTrue(line.startsWith("{"), "not ours: " + line);
      JsonNode event = new ObjectMapper().readTree(line);
      if (event.path("event").textValue().equals("probe")) {
        probes.add(event);
      }
    }
    for (JsonNode probe : probes) {
      long received = probe.path("received").longValue();
      assertTrue(received > 0, probe.toString());
      long lost = probe.path("lost").longValue();
      assertEquals(probe.path("sent").longValue(), received + lost);
    }
    assertEquals(16, last().path("digest").textValue().length());
    return probes;
  }
}
