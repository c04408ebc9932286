package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  @ParameterizedTest
  @CsvSource({
    "2000, 2000000, 1", "1, 1000, 1", "1.5, 1500, 1", "0.1, 1000, 10", "0.3, 1200, 4",
    "0.001, 1000, 1000", "6e10, 60000000000000, 1",
  })
  void isBeatsOfAtLeastANanosecond(double nanoseconds, long beat, int ticks) {
    Pace pace = Pace.at(nanoseconds);
    assertEquals(beat, pace.beatPicoseconds());
    assertEquals(ticks, pace.ticksPerBeat());
    assertEquals(nanoseconds, pace.nanoseconds(), nanoseconds * 1e-9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 0.0009, 6.1e10, Double.NaN, Double.POSITIVE_INFINITY})
  void hasLimits(double nanoseconds) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> Pace.at(nanoseconds));
    assertTrue(error.getMessage().endsWith("is not in 0.001 to 6e10"), error::toString);
  }
}
