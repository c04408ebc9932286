package allocpool.region;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionMainTest extends MainTest {
  private static final String FLAGS = "-Xmx64m --enable-native-access=ALL-UNNAMED";

  RegionMainTest() {
    super(RegionMain.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"alloc", "pool"})
  void endsWithTheDigest(String strategy) throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS,
        "--case C --strategy " + strategy + " --mode batch --scale 100 --generator random"
            + " --settle 0 --warmup-rounds 1 --rounds 1 --packets 100000"));
    assertEquals("0a6a9b60e4e3f90f", new ObjectMapper()
        .readTree(output.get(output.size() - 1)).path("digest").textValue());
    assertEquals(List.of(), errors);
  }

  @Test
  void otherStrategiesAreBadInput() throws IOException, InterruptedException {
    assertEquals(2, run(FLAGS, "--case A --mode batch --strategy mix"));
    assertOneError("region: --strategy: 'mix' is none of alloc, pool");
    assertEquals(List.of(), output);
  }

  /** Here the virtual machine refuses instead of the system. */
  @ParameterizedTest
  @ValueSource(strings = {"alloc", "pool"})
  void tooLittleNativeMemoryIsOneLineAndAFailure(String strategy)
      throws IOException, InterruptedException {
    assertEquals(1, run(FLAGS + " -XX:NativeMemoryTracking=summary"
            + " -XX:+UnlockDiagnosticVMOptions -XX:MallocLimit=other:8m:oom",
        "--case C --mode batch --scale 100 --strategy " + strategy));
    assertOneError("region: out of native memory", "packets of 1088 bytes need");
  }
}
