package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockQueueTest {

  @Test
  void refusesWhatNoClockCanDo() {
    Class<? extends Exception> bad = IllegalArgumentException.class;
    assertThrows(bad, () -> ClockQueue.start(0, 1000, 0));
    assertThrows(bad, () -> ClockQueue.start(Limits.MAX_CAPACITY + 1, 1000, 0));
    assertThrows(bad, () -> ClockQueue.start(1, 999, 0));
    assertThrows(bad, () -> ClockQueue.start(1, 60_000_000_000_001L, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 129, 1000})
  void memoryStartsOnACacheLineAndSuffices(int bytes) {
    ByteBuffer memory = ClockQueue.allocate(bytes);
    assertEquals(0, memory.alignmentOffset(0, 128));
    assertTrue(memory.capacity() >= bytes, memory.toString());
  }

  /** In a separate process, because a library stays loaded once it is loaded. */
  @Test
  void saysWhereTheLibraryIsMissing(@TempDir Path folder)
      throws IOException, InterruptedException {
    String output = runWithoutLibrary(folder, "-Djava.library.path=" + folder);
    assertTrue(lastLine(output).startsWith("clock: cannot load "
        + System.mapLibraryName("clockqueue") + " from " + folder), output);
  }

  @Test
  void saysThatTheLibraryIsBroken(@TempDir Path folder)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve(System.mapLibraryName("clockqueue")), "no library");
    String output = runWithoutLibrary(folder, "-Dallocpool.native=" + folder);
    assertTrue(lastLine(output).startsWith("clock: cannot load "), output);
    assertTrue(lastLine(output).contains(folder.toString()), output);
    assertFalse(output.contains("\tat "), output);
  }

  /** The virtual machine itself may have printed warnings before. */
  private static String lastLine(String output) {
    return output.lines().reduce((first, second) -> second).orElse("");
  }

  private static String runWithoutLibrary(Path folder, String flag)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        flag, "-cp", System.getProperty("java.class.path"), Starter.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .redirectInput(new File(System.getProperty("os.name").startsWith("Windows")
            ? "NUL" : "/dev/null"))
        .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process hangs");
    return Files.readString(output);
  }

  /** The main class of that process. */
  static final class Starter {
    public static void main(String[] args) {
      try {
        ClockQueue.start(1, 1000, 0).close();
      } catch (LibraryUnavailableException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
