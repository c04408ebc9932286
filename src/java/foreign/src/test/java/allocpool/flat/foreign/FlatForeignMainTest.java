package allocpool.flat.foreign;

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

class FlatForeignMainTest extends MainTest {
  private static final String FLAGS = "-Xmx64m --enable-native-access=ALL-UNNAMED ";
  private static final String SHORT_RUN =
      "--case C --strategy pool --mode batch --scale 100 --generator random --settle 0"
          + " --warmup-rounds 1 --rounds 1 --packets 100000";

  FlatForeignMainTest() {
    super(FlatForeignMain.class);
  }

  private JsonNode last() throws IOException {
    return new ObjectMapper().readTree(output.get(output.size() - 1));
  }

  /** Works on any system, because huge pages are not required. */
  @ParameterizedTest
  @ValueSource(strings = {"huge-if-possible", "small"})
  void endsWithTheDigest(String pages) throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS + "-Dallocpool.flat.pages=" + pages, SHORT_RUN));
    assertEquals("0a6a9b60e4e3f90f", last().path("digest").textValue());
    assertEquals(List.of(), errors);
  }

  /** Without native access huge pages are impossible, and the program goes on. */
  @Test
  void saysThatThereAreNoHugePagesWhenAsked() throws IOException, InterruptedException {
    assertEquals(0, run(
        "-Xmx64m --illegal-native-access=deny -Dallocpool.flat.pages=huge", SHORT_RUN));
    assertOneError("flat-foreign: no huge pages: ");
    assertEquals("0a6a9b60e4e3f90f", last().path("digest").textValue());
  }

  /** With a collector that never frees anything, and a small heap. */
  @Test
  void millionsOfPacketsNeedNoCollector() throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS + "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC",
        "--case C --strategy pool --mode batch --scale 100 --warmup-rounds 1 --rounds 3"
            + " --packets 2000000"));
    assertEquals(8_000_000, last().path("packets").longValue());
  }

  @Test
  void strategiesThatAllocateAreBadInput() throws IOException, InterruptedException {
    assertEquals(2, run(FLAGS.strip(), "--case A --mode batch --strategy mix"));
    assertOneError("flat-foreign: --strategy: 'mix' is none of dummy, pool");
    assertEquals(List.of(), output);
  }

  /** Here the virtual machine refuses instead of the system. */
  @Test
  void tooLittleNativeMemoryIsOneLineAndAFailure()
      throws IOException, InterruptedException {
    assertEquals(1, run(FLAGS + "-XX:NativeMemoryTracking=summary"
            + " -XX:+UnlockDiagnosticVMOptions -XX:MallocLimit=other:8m:oom",
        "--case C --strategy pool --mode batch --scale 100"));
    assertOneError(
        "flat-foreign: out of native memory", "10000 slots of 1088 bytes need 12 MB");
  }

  /** Loading a second kind of slab or strategy would make the loop slower. */
  @Test
  void loadsOnlyWhatItUses() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run(FLAGS + "-Xlog:class+load:file=" + log,
        "--case A --strategy dummy --mode batch --scale 100 --rounds 1"));
    String loaded = Files.readString(log);
    assertTrue(loaded.contains(SegmentSlab.class.getName() + " "));
    for (String unused : List.of("BufferSlab", "HandlePool")) {
      assertFalse(loaded.contains("allocpool.flat." + unused + " "), unused);
    }
  }
}
