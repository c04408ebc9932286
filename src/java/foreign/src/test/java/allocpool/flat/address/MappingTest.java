package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappingTest {
  private static final Path MODE = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isZerosThatCanBeWritten(boolean hugePages) {
    try (Mapping mapping = Mapping.of(3 * Mapping.HUGE_PAGE, hugePages)) {
      long begin = mapping.part(3 * Mapping.HUGE_PAGE);
      assertEquals(0, begin % Mapping.HUGE_PAGE);
      for (long at = 0; at < 3 * Mapping.HUGE_PAGE; at += Memory.WORD_BYTES) {
        assertEquals(0, Memory.get(begin + at));
        Memory.set(begin + at, at);
      }
      assertEquals(8, Memory.get(begin + 8));
    }
  }

  @Test
  void partsBeginAtPagesAndDoNotOverlap() {
    try (Mapping mapping = Mapping.of(Mapping.bytes(1, 4096, 4097), false)) {
      long first = mapping.part(1);
      assertEquals(first + 4096, mapping.part(4096));
      assertEquals(first + 8192, mapping.part(4097));
      assertThrows(
          IllegalArgumentException.class, () -> mapping.part(Mapping.HUGE_PAGE));
    }
  }

  /** The program relies on it; a system without huge pages may refuse. */
  @Test
  void mostPagesAreHugeWhereTheSystemHasSuch() throws IOException {
    Assumptions.assumeTrue(Files.exists(MODE), "no " + MODE);
    Assumptions.assumeTrue(!Files.readString(MODE).contains("[never]"), "switched off");
    try (Mapping mapping = Mapping.of(8 * Mapping.HUGE_PAGE, true)) {
      assertEquals(Optional.empty(), mapping.whySmallPages());
    }
  }

  @Test
  void nobodyHasToSayWhyPagesAreSmallThatShallBe() {
    try (Mapping mapping = Mapping.of(1, false)) {
      assertEquals(Optional.empty(), mapping.whySmallPages());
    }
  }

  @Test
  void moreThanTheSystemHasIsRefused() {
    Exception failure = assertThrows(
        IllegalStateException.class, () -> Mapping.of(1L << 50, false));
    assertTrue(
        failure.getMessage().startsWith("out of native memory: the system refuses"),
        failure.getMessage());
  }

  @Test
  void canBeClosedTwice() {
    Mapping mapping = Mapping.of(1, false);
    mapping.checkOpen();
    mapping.close();
    mapping.close();
    assertThrows(IllegalStateException.class, mapping::checkOpen);
  }
}
