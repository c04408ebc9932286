package allocpool.queues.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A queue of 1000 ticks of 10 ns bridges 10 us. */
class WindowTest {
  private static Window window(long gaps, long late, long producerNs, long consumerNs) {
    return new Window(100_000, gaps, late, producerNs, consumerNs, 10, 1000);
  }

  @Test
  void whatIsMissingAndWhatIsLateAreLost() {
    assertEquals(7, window(3, 4, 0, 0).lost());
  }

  @Test
  void noStallMakesALossWhereThereIsNone() {
    assertFalse(window(0, 0, 1_000_000, 1_000_000).isStalled());
  }

  @Test
  void aThreadHeldUpForMoreThanHalfOfWhatIsBridgedMayHaveMadeTheLoss() {
    assertFalse(window(1, 0, 5_000, 5_000).isStalled());
    assertTrue(window(1, 0, 5_001, 0).isStalled());
    assertTrue(window(1, 0, 0, 5_001).isStalled());
  }

  @Test
  void aDelayAloneMayComeFromStallsThatAreAsLong() {
    assertTrue(window(0, 300, 1_000, 2_000).isStalled());
    assertFalse(window(0, 301, 1_000, 2_000).isStalled());
    assertFalse(window(1, 300, 1_000, 2_000).isStalled(), "a number is missing");
  }
}
