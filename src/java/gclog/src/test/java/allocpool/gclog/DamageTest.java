package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the damage to a log, there is an answer, or one line with the reason. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class DamageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROUNDS = 25;

  @TempDir private Path folder;

  static List<String> fixtures() {
    return DecorationsTest.FIXTURES;
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void damageIsSurvived(String fixture) throws IOException {
    Random random = new Random(fixture.hashCode());
    byte[] whole = Files.readAllBytes(Fixtures.log(fixture));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = whole;
      for (int i = random.nextInt(3); i >= 0; i--) {
        damaged = damage(damaged, random);
      }
      check(Files.write(folder.resolve("gc.log"), damaged), round);
    }
  }

  @Test
  void damageToTheOldFormIsSurvived() throws IOException {
    String form = "%d.000: [GC pause (G1 Evacuation Pause) (young), 0.0050 secs]\n"
        + "   [Eden: 24.0M(24.0M)->0.0B(13.0M) Heap: 24.0M(256.0M)->4096.0K(256.0M)]\n"
        + "%1$d.500: [GC concurrent-mark-end, 0.1000 secs]\n"
        + "%1$d.600: [Full GC (Ergonomics) [PSYoungGen: 1024K->0K(30720K)] [ParOldGen: "
        + "19456K->10240K(20480K)] 20480K->10240K(51200K), 0.0207000 secs]\n"
        + "%1$d.700: [GC (Allocation Failure) %1$d.700: [ParNew\n"
        + "- age   1:    1048568 bytes,    1048568 total\n"
        + ": 7424K->768K(7424K), 0.0025 secs] 12288K->7168K(23808K), 0.0026 secs]\n";
    StringBuilder log = new StringBuilder();
    for (int i = 1; i < 30; i++) {
      log.append(String.format(Locale.ROOT, form, i));
    }
    byte[] whole = log.toString().getBytes(StandardCharsets.ISO_8859_1);
    Random random = new Random(8);
    for (int round = 0; round < 5 * ROUNDS; round++) {
      check(Files.write(folder.resolve("gc.log"), damage(whole, random)), round);
    }
  }

  private static byte[] damage(byte[] log, Random random) throws IOException {
    if (log.length == 0) {
      return log;
    }
    switch (random.nextInt(5)) {
      case 0: // cut off
        return Arrays.copyOf(log, random.nextInt(log.length));
      case 1: // begins in the middle
        return Arrays.copyOfRange(log, random.nextInt(log.length), log.length);
      case 2: // lines are lost, or stand elsewhere
        return lines(log, random);
      case 3: // a block is put twice
        int from = random.nextInt(log.length);
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(log);
        twice.write(log, from, log.length - from);
        return twice.toByteArray();
      default: // other bytes
        byte[] flipped = log.clone();
        for (int i = random.nextInt(50); i >= 0; i--) {
          flipped[random.nextInt(log.length)] = (byte) random.nextInt(256);
        }
        return flipped;
    }
  }

  private static byte[] lines(byte[] log, Random random) {
    List<String> lines = new ArrayList<>(Arrays.asList(
        new String(log, StandardCharsets.ISO_8859_1).split("\n")));
    for (int i = random.nextInt(20); i >= 0 && lines.size() > 1; i--) {
      String line = lines.remove(random.nextInt(lines.size()));
      if (random.nextBoolean()) {
        lines.add(random.nextInt(lines.size()), line);
      }
    }
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void check(Path log, int round) throws IOException {
    for (boolean lenient : new boolean[] {true, false}) {
      String question = JSON.createObjectNode().put("log", log.toString())
          .put("from_ms", 0).put("to_ms", 1e12).put("lenient", lenient).toString();
      JsonNode answer = JSON.readTree(GcLogMain.answer(question));
      if (answer.path("ok").booleanValue()) {
        checkFigures(answer, round);
      } else {
        String error = answer.path("error").textValue();
        assertTrue(error.startsWith(log + ": "), round + ": " + error);
        assertEquals(1, error.lines().count(), error);
      }
    }
  }

  private static void checkFigures(JsonNode answer, int round) {
    assertEquals(
        answer.path("pauses").intValue(), answer.path("events").size(), "" + round);
    assertTrue(answer.path("concurrent_ms").doubleValue() >= 0, "" + round);
    assertTrue(answer.path("max_pause_ms").doubleValue() >= 0, "" + round);
  }
}
