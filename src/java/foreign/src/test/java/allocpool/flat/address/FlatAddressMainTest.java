package allocpool.flat.address;

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

class FlatAddressMainTest extends MainTest {
  private static final String BARE = "-Xmx64m --enable-native-access=ALL-UNNAMED ";
  private static final String FLAGS =
      BARE + "-Dallocpool.native=" + System.getProperty("allocpool.native") + " ";
  private static final String SHORT_RUN =
      "--case C --strategy pool --mode batch --scale 100 --generator random --settle 0"
          + " --warmup-rounds 1 --rounds 1 --packets 100000";

  FlatAddressMainTest() {
    super(FlatAddressMain.class);
  }

  private JsonNode last() throws IOException {
    return new ObjectMapper().readTree(output.get(output.size() - 1));
  }

  /** The digest does not depend on the switches. */
  @ParameterizedTest
  @ValueSource(strings = {
    "-Dallocpool.flat.pages=huge-if-possible",
    "-Dallocpool.flat.pages=small -Dallocpool.flat.block=32",
    "-Dallocpool.flat.ahead=touch",
    "-Dallocpool.flat.ahead=none",
  })
  void endsWithTheDigest(String flags) throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS + flags, SHORT_RUN));
    assertEquals("0a6a9b60e4e3f90f", last().path("digest").textValue());
    assertEquals(List.of(), errors);
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
    assertOneError("flat-address: --strategy: 'mix' is none of dummy, pool");
    assertEquals(List.of(), output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ahead=far", "block=3", "pages=large"})
  void badSwitchesAreBadInput(String property) throws IOException, InterruptedException {
    assertEquals(2, run(FLAGS + "-Dallocpool.flat." + property, SHORT_RUN));
    String[] nameAndValue = property.split("=");
    assertOneError(
        "flat-address: -Dallocpool.flat." + nameAndValue[0],
        "'" + nameAndValue[1] + "' is none of ");
    assertEquals(List.of(), output);
  }

  @Test
  void aMissingLibraryIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run(BARE + "-Dallocpool.native=" + folder, SHORT_RUN));
    assertOneError("flat-address: prefetch: cannot load ", folder.toString());
  }

  /** Native access is essential here: all memory is one segment. */
  @Test
  void deniedNativeAccessIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run(
        "-Xmx64m --illegal-native-access=deny -Dallocpool.flat.ahead=none", SHORT_RUN));
    assertOneError("flat-address: ", "--enable-native-access=ALL-UNNAMED");
  }

  /** Loading a second kind of look-ahead or generator would make the loop slower. */
  @Test
  void loadsOnlyWhatItUses() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run(FLAGS + "-Xlog:class+load:file=" + log, SHORT_RUN));
    String loaded = Files.readString(log);
    for (String used : List.of("flat.address.Prefetch", "workload.SplitMix64")) {
      assertTrue(loaded.contains("allocpool." + used + " "), used);
    }
    for (String unused : List.of("flat.address.Touch", "workload.Counter")) {
      assertFalse(loaded.contains("allocpool." + unused + " "), unused);
    }
  }
}
