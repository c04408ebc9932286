package allocpool.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JmhMainTest extends MainTest {
  private static final String FLAGS =
      "-Djmh.ignoreLock=true -XX:+UseSerialGC -Xms48m -Xmx48m";
  private static final String CANNOT_RUN = "--bench test --contestant picky"
      + " --benchmark BrokenBenchmark.cannotRun --seconds 0.05";

  JmhMainTest() {
    super(JmhMain.class);
  }

  /** The fork's output must not be taken for events; its heap is the requested one. */
  @Test
  void aForkHasOurFlagsAndItsOutputIsNoEvent() throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS, CANNOT_RUN), () -> String.join("\n", errors));
    assertEquals(3, output.size(), output::toString);
    assertTrue(output.get(0).startsWith("{\"event\":\"start\""), output.get(0));
    assertTrue(output.get(0).contains("\"-Xmx48m\""), output.get(0));
    String megabytes = output.get(1).replaceAll(".*only (\\d+) MB.*", "$1");
    assertTrue(Integer.parseInt(megabytes) <= 48, output.get(1));
    assertEquals("{\"event\":\"end\"}", output.get(2));
    assertTrue(
        errors.stream().anyMatch(line -> line.startsWith("Hello from the fork")),
        errors::toString);
  }

  @Test
  void jmhTellsWhatItDoesOnlyIfItIsAsked() throws IOException, InterruptedException {
    assertEquals(0, run(FLAGS, CANNOT_RUN));
    assertTrue(
        errors.stream().noneMatch(line -> line.startsWith("# ")), errors::toString);
    assertEquals(0, run(FLAGS, CANNOT_RUN + " --verbose"));
    assertTrue(
        errors.stream().anyMatch(line -> line.startsWith("# Warmup:")), errors::toString);
    assertEquals(3, output.size(), output::toString);
  }
}
