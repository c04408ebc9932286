package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.Crowd;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningClockTest {
  private final List<Long> stopped = new ArrayList<>();
  private final RunningClock clock =
      RunningClock.start(() -> 42, (handle, reset) -> handle * 1000, stopped::add);

  @Test
  void isStoppedOnce() {
    assertFalse(clock.stopped());
    clock.stop();
    clock.stop();
    assertTrue(clock.stopped());
    assertEquals(List.of(42L), stopped);
  }

  @Test
  void remembersItsLastStall() {
    clock.stop();
    assertEquals(42_000, clock.longestStallNanos(true), "not asked of the dead handle");
  }

  @Test
  void isStoppedOnceByManyThreads() throws Exception {
    Crowd.all(clock::stop);
    assertEquals(List.of(42L), stopped);
  }
}
