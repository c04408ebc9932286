package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatMainTest extends MainTest {
  private static final String MEMORY = "-Xmx64m -XX:MaxDirectMemorySize=64m ";
  private static final String SHORT_RUN =
      "--case C --strategy pool --mode batch --scale 100 --generator random --settle 0"
          + " --warmup-rounds 1 --rounds 1 --packets 100000";

  FlatMainTest() {
    super(FlatMain.class);
  }

  private JsonNode event(int index) throws IOException {
    return new ObjectMapper().readTree(output.get(index));
  }

  private String digest() throws IOException {
    return event(output.size() - 1).path("digest").textValue();
  }

  /** The digest does not depend on the switches. */
  @ParameterizedTest
  @ValueSource(strings = {
    "-Xmx64m",
    "-Dallocpool.flat.touch-ahead=0",
    "-Dallocpool.flat.touch-ahead=64 -Dallocpool.flat.touch-victim=off",
  })
  void endsWithTheDigest(String flags) throws IOException, InterruptedException {
    assertEquals(0, run(MEMORY + flags, SHORT_RUN));
    assertEquals("0a6a9b60e4e3f90f", digest());
    assertEquals(List.of(), errors);
    for (String flag : flags.split(" ")) {
      assertTrue(event(0).path("runtime").path("flags").toString().contains(flag), flag);
    }
  }

  // --8<-- [start:epsilon]
  /** With a collector that never frees anything, and a small heap. */
  @Test
  void millionsOfPacketsNeedNoCollector() throws IOException, InterruptedException {
    assertEquals(0, run(MEMORY + "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC",
        "--case C --strategy pool --mode batch --scale 100 --warmup-rounds 1 --rounds 3"
            + " --packets 2000000"));
    assertEquals(8_000_000, event(output.size() - 1).path("packets").longValue());
  }
  // --8<-- [end:epsilon]

  @Test
  void realTimeNeedsNoCollector() throws IOException, InterruptedException {
    assertEquals(0, run(MEMORY + "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC",
        "--case A --strategy pool --mode realtime --scale 100 --clock counter"
            + " --interval-ns 1000 --seconds 1 --warmup-seconds 0.2"));
    JsonNode probe = event(output.size() - 2);
    assertEquals("probe", probe.path("event").textValue());
    assertTrue(probe.path("received").longValue() > 0, probe.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--strategy alloc", "--strategy=alloc", "--strategy mix"})
  void strategiesThatAllocateAreBadInput(String strategy)
      throws IOException, InterruptedException {
    assertEquals(2, run(MEMORY.strip(), "--case A --mode batch " + strategy));
    assertOneError("flat: --strategy: ", "is none of dummy, pool");
    assertEquals(List.of(), output);
  }

  /** Other bad input is rejected by the command line's own check. */
  @Test
  void otherBadInputIsOneLineToo() throws IOException, InterruptedException {
    assertEquals(2, run(MEMORY.strip(), "--case A --mode batch --strategy best"));
    assertOneError("flat: ", "'best' is none of dummy, alloc, mix, pool");
    assertEquals(2, run(MEMORY.strip(), "--case A --mode batch --strategy"));
    assertOneError("flat: ", "--strategy");
    assertEquals(2, run(MEMORY.strip(), "--case A --mode batch"));
    assertOneError("flat: ", "--strategy");
  }

  @Test
  void helpIsGivenInAnyCase() throws IOException, InterruptedException {
    assertEquals(0, run(MEMORY.strip(), "--strategy alloc --help"));
    assertTrue(output.get(0).startsWith("Usage: flat"), output.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"touch-ahead=3", "touch-victim=yes", "pages=large"})
  void badSwitchesAreBadInput(String property) throws IOException, InterruptedException {
    assertEquals(2, run(MEMORY + "-Dallocpool.flat." + property, SHORT_RUN));
    String[] nameAndValue = property.split("=");
    assertOneError(
        "flat: -Dallocpool.flat." + nameAndValue[0],
        "'" + nameAndValue[1] + "' is none of ");
    assertEquals(List.of(), output);
  }

  @Test
  void saysThatThereAreNoHugePagesWhenAsked() throws IOException, InterruptedException {
    assertEquals(0, run(MEMORY + "-Dallocpool.flat.pages=huge", SHORT_RUN));
    assertOneError("flat: no huge pages: ", "a direct buffer");
    assertEquals("0a6a9b60e4e3f90f", digest());
  }

  @Test
  void tooLittleDirectMemoryIsOneLineAndAFailure()
      throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -XX:MaxDirectMemorySize=8m",
        "--case C --strategy pool --mode batch --scale 100"));
    assertOneError(
        "flat: out of direct memory", "10000 slots of 1088 bytes need 11 MB",
        "-XX:MaxDirectMemorySize");
  }

  /** A second kind of packet, strategy or generator would make the loop slower. */
  @Test
  void loadsOnlyWhatItUses() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run("-Xmx64m -Xlog:class+load:file=" + log, SHORT_RUN));
    String loaded = Files.readString(log);
    for (String used : List.of("flat.HandlePool", "workload.SplitMix64")) {
      assertTrue(loaded.contains("allocpool." + used + " "), used);
    }
    for (String unused : List.of(
        "flat.OneHandle", "workload.Counter", "workload.PacketAnalyser",
        "workload.Packet")) {
      assertFalse(loaded.contains("allocpool." + unused + " "), unused);
    }
  }
}
