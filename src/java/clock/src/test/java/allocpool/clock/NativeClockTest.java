package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real clock, if it was built; skipped otherwise. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeClockTest {
  private static final long MICROSECOND = 1_000_000; // in picoseconds

  @BeforeAll
  static void libraryWasBuilt() {
    Path library = Path.of(
        System.getProperty(NativeLibrary.FOLDER_PROPERTY, ""),
        System.mapLibraryName("clockqueue"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
  }

  @Test
  void ticksAreNumberedInOrderAndLateOnesAreNotLost() {
    try (ClockQueue ticks = ClockQueue.start(10_000_000, 10 * MICROSECOND, 0)) {
      int previous = ticks.next();
      for (int i = 0; i < 20_000; i++) {
        int next = ticks.next();
        assertEquals(previous + 1, next);
        previous = next;
      }
    }
  }

  /** Around 2^31, where an int turns negative, and around 2^32, where numbers wrap. */
  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - 1000, (1L << 32) - 1000})
  void ticksAreNumberedFromTheFirstOneAndWrap(long firstTick) {
    try (ClockQueue ticks =
        ClockQueue.start(10_000_000, 10 * MICROSECOND, (int) firstTick)) {
      for (int i = 0; i < 2000; i++) {
        assertEquals(
            (firstTick + i) & 0xFFFFFFFFL, Integer.toUnsignedLong(ticks.next()));
      }
    }
  }

  /**
   * A tick is never early, but on a busy machine we may read it late. The smallest
   * lateness in each second is nearly zero; its change from one second to the next is the
   * clock's error.
   */
  @Test
  void ticksKeepTime() {
    int ticksPerSecond = 10_000;
    try (ClockQueue ticks = ClockQueue.start(10_000_000, 100 * MICROSECOND, 0)) {
      long begin = System.nanoTime();
      long first = smallestLateness(ticks, begin, ticksPerSecond);
      long second = smallestLateness(ticks, begin, ticksPerSecond);
      assertEquals(0, second - first, 20_000_000, "nanoseconds in a second");
    }
  }

  private static long smallestLateness(ClockQueue ticks, long begin, int count) {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      int number = ticks.next();
      smallest = Math.min(smallest, System.nanoTime() - begin - number * 100_000L);
    }
    return smallest;
  }

  @Test
  void aTinyQueueLosesWhatIsLate() throws InterruptedException {
    try (ClockQueue ticks = ClockQueue.start(2, 10 * MICROSECOND, 0)) {
      int first = ticks.next();
      Thread.sleep(50);
      int last = first;
      int received = 0;
      while (last - first < 1000) {
        last = ticks.next();
        received++;
      }
      assertTrue(received < last - first, "nothing was lost in 50 ms with a queue of 2");
    }
  }

  @Test
  void closingTwiceAndFromAnotherThreadEndsAReader() throws InterruptedException {
    ClockQueue ticks = ClockQueue.start(1, Limits.MAX_INTERVAL_PICOSECONDS, 0);
    Thread closer = new Thread(() -> {
      ticks.close();
      ticks.close();
    });
    closer.start();
    assertThrows(IllegalStateException.class, () -> {
      ticks.next(); // the first tick may come at once
      ticks.next();
    });
    closer.join();
    ticks.close();
    assertTrue(ticks.longestStallNanos(true) >= 0);
  }

  @Test
  void manyClocksComeAndGo() {
    for (int i = 1; i <= 200; i++) {
      try (ClockQueue ticks = ClockQueue.start(i, i * 1000L, 0)) {
        ticks.next();
        assertTrue(ticks.longestStallNanos(true) >= 0);
      }
    }
  }

  /**
   * The collector finds forgotten clocks, and their threads are stopped before the memory
   * is freed.
   */
  @Test
  void aForgottenClockIsStopped() throws InterruptedException {
    for (int i = 0; i < 8; i++) {
      ClockQueue.start(1000, MICROSECOND, 0).next();
    }
    for (int i = 0; RunningClock.running() > 0 && i < 500; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(0, RunningClock.running());
  }
}
