package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program, in processes of its own. */
class NativeMainTest {
  @TempDir private Path folder;
  private List<String> output;
  private List<String> errors;

  private int run(String flags, String arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags.split(" ")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(NativeMain.class.getName());
    command.addAll(List.of(arguments.split(" ")));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process = new ProcessBuilder(command)
        .redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertTrue(ended, "the program hangs");
    output = Files.readAllLines(out);
    errors = Files.readAllLines(err);
    return process.exitValue();
  }

  private void assertOneError(String... hints) {
    assertEquals(1, errors.size(), errors.toString());
    for (String hint : hints) {
      assertTrue(errors.get(0).contains(hint), errors.get(0));
    }
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

  @Test
  void tooLittleDirectMemoryIsOneLineAndAFailure()
      throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -XX:MaxDirectMemorySize=8m",
        "--case C --strategy pool --mode batch --scale 100"));
    assertOneError(
        "native: out of direct memory", "10000 packets of 1024 bytes need 10 MB",
        "-XX:MaxDirectMemorySize");
  }

  /** A second kind of packet or of factory would make their calls slower. */
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
