package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeMainTest extends MainTest {

  NativeMainTest() {
    super(NativeMain.class);
  }

  @Test
  void endsWithTheDigest() throws IOException, InterruptedException {
    assertEquals(0, run("-Xmx64m -XX:MaxDirectMemorySize=64m",
        "--case C --strategy alloc --mode batch --scale 100 --generator random --settle 0"
            + " --warmup-rounds 1 --rounds 1 --packets 100000"));
    assertEquals("0a6a9b60e4e3f90f", new ObjectMapper()
        .readTree(output.get(output.size() - 1)).path("digest").textValue());
    assertEquals(List.of(), errors);
  }

  // --8<-- [start:too-little]
  @Test
  void tooLittleDirectMemoryIsOneLineAndAFailure()
      throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -XX:MaxDirectMemorySize=8m",
        "--case C --strategy pool --mode batch --scale 100"));
    assertOneError(
        "native: out of direct memory", "10000 packets of 1024 bytes need 10 MB",
        "-XX:MaxDirectMemorySize");
  }
  // --8<-- [end:too-little]

  /** Loading a second kind of packet or of factory would make their calls slower. */
  @Test
  void loadsOnlyItsOwnPackets() throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(0, run("-Xmx64m -Xlog:class+load:file=" + log,
        "--case A --strategy alloc --mode batch --scale 100 --rounds 1"));
    String loaded = Files.readString(log);
    assertTrue(loaded.contains(NativePackets.class.getName() + " "));
    for (String unused : List.of("CollectedPackets", "Pool", "Dummy")) {
      assertFalse(loaded.contains("allocpool.workload." + unused + " "), unused);
    }
  }

  /** The flag for direct memory would not help here. */
  @Test
  void tooLittleHeapIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx12m -XX:MaxDirectMemorySize=256m",
        "--case A --strategy mix --mode batch"));
    assertOneError("native: out of memory", "case A with strategy mix", "of heap");
  }
}
