package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatMappedMainTest extends MainTest {
  private static final String SHORT_RUN =
      "--case C --strategy pool --mode batch --scale 100 --generator random --settle 0"
          + " --warmup-rounds 1 --rounds 1 --packets 100000";

  FlatMappedMainTest() {
    super(FlatMappedMain.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"16", "0"})
  void endsWithTheDigest(String ahead) throws IOException, InterruptedException {
    assertEquals(0, run("-Xmx64m --enable-native-access=ALL-UNNAMED"
        + " -Dallocpool.flat.touch-ahead=" + ahead, SHORT_RUN));
    assertEquals("0a6a9b60e4e3f90f", new ObjectMapper()
        .readTree(output.get(output.size() - 1)).path("digest").textValue());
    assertEquals(List.of(), errors);
  }

  @Test
  void deniedNativeAccessIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m --illegal-native-access=deny", SHORT_RUN));
    assertOneError("flat-mapped: ", "--enable-native-access=ALL-UNNAMED");
  }
}
