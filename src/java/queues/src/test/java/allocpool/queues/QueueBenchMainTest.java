package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueBenchMainTest extends MainTest {
  private static final Pattern END = Pattern.compile(
      " (allocpool\\.queues\\.(?:peers\\.)?\\w*(?:Reader|Writer|Words)) ");

  QueueBenchMainTest() {
    super(QueueBenchMain.class);
  }

  /** Suppresses newer JVMs' warnings about native code, and the peers' use of Unsafe. */
  private static String quiet() {
    int version = Runtime.version().feature();
    return (version < 22 ? "" : " --enable-native-access=ALL-UNNAMED")
        + (version < 23 ? "" : " --sun-misc-unsafe-memory-access=allow");
  }

  /** Runs it briefly, and for longer if a busy machine gave it no time at all. */
  private int measured(String flags, String arguments)
      throws IOException, InterruptedException {
    int code = 1;
    for (String seconds : List.of("0.05", "1", "10")) {
      code = run(flags, "--seconds " + seconds + " " + arguments);
      if (!String.join("\n", errors).contains("more --seconds may help")) {
        break;
      }
    }
    return code;
  }

  /** Loading a second kind of end would make calls of the measured one slower. */
  @ParameterizedTest
  @CsvSource({
    "run-ring, BufferWords RunRingReader RunRingWriter Words",
    "batch-ring, BatchRingReader BatchRingWriter BufferWords Words",
    "jctools-spsc-array-queue,"
        + " peers.DrainedReader peers.JctoolsReader peers.OfferingWriter",
    "agrona-one-to-one-array-queue,"
        + " peers.AgronaArrayReader peers.DrainedReader peers.OfferingWriter",
    "agrona-one-to-one-ring-buffer,"
        + " BufferWords Words peers.DrainedReader peers.RingBufferReader"
        + " peers.RingBufferWriter",
  })
  void loadsOnlyTheEndsThatItMeasures(String queue, String ends)
      throws IOException, InterruptedException {
    Path log = folder.resolve("classes");
    assertEquals(
        0, measured("-Xmx128m -Xlog:class+load:file=" + log + quiet(),
            "--capacity 1000 --queue " + queue + " --binding java"),
        () -> String.join("\n", errors));
    Set<String> expected = new TreeSet<>(List.of("TickReader", "TickWriter"));
    expected.addAll(List.of(ends.split(" ")));
    assertEquals(expected, loadedEnds(log));
    assertEquals(List.of(), errors);
  }

  private static Set<String> loadedEnds(Path log) throws IOException {
    Set<String> loaded = new TreeSet<>();
    Matcher matcher = END.matcher(Files.readString(log));
    while (matcher.find()) {
      loaded.add(matcher.group(1).substring("allocpool.queues.".length()));
    }
    return loaded;
  }

  /** Runs with -Xcheck:jni, which reports bad JNI code on the standard output. */
  @ParameterizedTest
  @CsvSource({
    "aligned-ring, jni", "cached-ring, jni", "dual-array-2018, jni", "dual-array, jni",
    "batch-ring, jni", "run-ring, jni", "run-ring, jni-call", "dual-array, jni-call",
  })
  void measuresTheRealQueues(String queue, String binding)
      throws IOException, InterruptedException {
    String nativeFolder = System.getProperty("allocpool.native", "");
    Path library = Path.of(nativeFolder, System.mapLibraryName("queues"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    assertEquals(
        0, measured("-Xcheck:jni -Xmx1g -Djava.library.path=" + nativeFolder + quiet(),
            "--queue " + queue + " --binding " + binding),
        () -> String.join("\n", errors));
    List<String> events = new ArrayList<>();
    for (String line : output) {
      assertTrue(line.startsWith("{"), "not ours: " + line);
      events.add(new ObjectMapper().readTree(line).path("event").textValue());
    }
    assertEquals("start", events.get(0));
    assertEquals("end", events.get(events.size() - 1));
    assertTrue(events.size() >= 5, events::toString);
    assertEquals(List.of(), errors);
  }

  @Test
  void aMissingLibraryIsOneLineAndAFailure() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m -Djava.library.path=" + folder + quiet(),
        "--queue run-ring --binding jni"));
    assertOneError("queue-bench-java: queue: cannot load ", folder.toString());
  }

  @Test
  void allContestantsAreListed() throws IOException, InterruptedException {
    assertEquals(0, run("-Xmx64m", "--list"));
    assertTrue(output.containsAll(List.of(
        "run-ring/jni", "run-ring/jni-call", "run-ring/java", "dual-array-2018/jni",
        "jctools-spsc-array-queue/java", "agrona-one-to-one-ring-buffer/java")),
        output::toString);
    assertEquals(6 + 6 + 5, output.size());
  }
}
