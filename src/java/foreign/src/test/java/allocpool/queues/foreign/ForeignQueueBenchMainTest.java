package allocpool.queues.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignQueueBenchMainTest extends MainTest {
  private static final String NATIVE_ACCESS = " --enable-native-access=ALL-UNNAMED";

  ForeignQueueBenchMainTest() {
    super(ForeignQueueBenchMain.class);
  }

  @ParameterizedTest
  @CsvSource({
    "aligned-ring, foreign", "dual-array, foreign", "batch-ring, foreign",
    "run-ring, foreign", "run-ring, foreign-call", "run-ring, foreign-critical",
  })
  void measuresTheRealQueues(String queue, String binding)
      throws IOException, InterruptedException {
    String nativeFolder = System.getProperty("allocpool.native", "");
    Path library = Path.of(nativeFolder, System.mapLibraryName("queues"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    assertEquals(
        0, run("-Xmx64m -Djava.library.path=" + nativeFolder + NATIVE_ACCESS,
            "--seconds 0.05 --queue " + queue + " --binding " + binding),
        () -> String.join("\n", errors));
    assertTrue(output.get(0).startsWith("{\"event\":\"start\""), output.get(0));
    assertEquals("{\"event\":\"end\"}", output.get(output.size() - 1));
    assertTrue(output.size() >= 5, output::toString);
    assertEquals(List.of(), errors);
  }

  @Test
  void aMissingLibraryIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -Djava.library.path=" + folder + NATIVE_ACCESS,
        "--queue run-ring --binding foreign"));
    assertOneError("queue-bench-foreign: queue: cannot load ", folder.toString());
  }
}
