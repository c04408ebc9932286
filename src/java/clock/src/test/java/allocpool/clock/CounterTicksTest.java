package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CounterTicksTest {
  private static final long MICROSECOND = 1_000_000; // in picoseconds

  private long now = -5_000; // any number of nanoseconds: nanoTime may be negative
  private long readingTakes = 1;
  private int readings;

  private CounterTicks start(int capacity, long intervalPicoseconds, int firstTick) {
    return new CounterTicks(capacity, intervalPicoseconds, firstTick, () -> {
      readings++;
      now += readingTakes;
      return now;
    });
  }

  /** Sets the time of the next reading, since the clock's start. */
  private void at(long startedAt, long nanoseconds) {
    now = startedAt + nanoseconds - readingTakes;
  }

  private static List<Long> batch(CounterTicks ticks) {
    List<Long> numbers = new ArrayList<>();
    do {
      numbers.add(Integer.toUnsignedLong(ticks.next()));
    } while (!ticks.atBatchEnd());
    return numbers;
  }

  @Test
  void waitsUntilTheFirstIntervalIsOver() {
    CounterTicks ticks = start(100, MICROSECOND, 0);
    long startedAt = now;
    assertTrue(ticks.atBatchEnd(), "nothing is at hand");
    assertEquals(0, ticks.next());
    assertEquals(1000, now - startedAt, "not earlier, and not a reading later");
    assertTrue(ticks.atBatchEnd());
    assertEquals(1, ticks.next());
    assertEquals(2000, now - startedAt);
  }

  @Test
  void oneReadingHandsOutAllThatIsDue() {
    CounterTicks ticks = start(100, MICROSECOND, 0);
    at(now, 7_999);
    readings = 0;
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L), batch(ticks));
    assertEquals(1, readings);
    assertEquals(List.of(7L), batch(ticks));
  }

  @Test
  void anIntervalNeedNotBeWholeNanoseconds() {
    CounterTicks ticks = start(Limits.MAX_CAPACITY, 2_500, 0);
    long startedAt = now;
    at(startedAt, 2);
    assertEquals(0, ticks.next());
    assertEquals(3, now - startedAt, "2.5 ns");
    assertEquals(1, ticks.next());
    assertEquals(5, now - startedAt);
    at(startedAt, 250_002);
    assertEquals(100_000 - 2, batch(ticks).size());
    assertEquals(100_000, ticks.next());
    assertEquals(250_003, now - startedAt);
  }

  /** The oldest ticks are kept, as many as fit. */
  @ParameterizedTest
  @ValueSource(longs = {0, (1L << 31) - 10, (1L << 32) - 10})
  void whatHasNoRoomIsLost(long firstTick) {
    CounterTicks ticks = start(5, MICROSECOND, (int) firstTick);
    long startedAt = now;
    at(startedAt, 5_000);
    assertEquals(numbers(firstTick, 0, 5), batch(ticks), "exactly full: nothing is lost");
    at(startedAt, 11_000);
    assertEquals(numbers(firstTick, 5, 10), batch(ticks), "tick 10 had no room");
    at(startedAt, 12_000);
    assertEquals(numbers(firstTick, 11, 12), batch(ticks), "here its loss is seen");
    at(startedAt, 1_000_012_000);
    assertEquals(numbers(firstTick, 12, 17), batch(ticks), "after a second away");
    assertEquals(numbers(firstTick, 1_000_012, 1_000_013), batch(ticks), "in time again");
    assertEquals(1_000_013_000, now - startedAt);
  }

  private static List<Long> numbers(long firstTick, long from, long to) {
    List<Long> numbers = new ArrayList<>();
    for (long i = from; i < to; i++) {
      numbers.add((firstTick + i) & 0xFFFFFFFFL);
    }
    return numbers;
  }

  /** A late reader loses nothing if it is never late by more than the capacity. */
  @Test
  void ticksAreNotLostWhileTheyAreInHand() {
    CounterTicks ticks = start(5, MICROSECOND, 0);
    long startedAt = now;
    for (int batch = 0; batch < 1000; batch++) {
      at(startedAt, 5_000L * (batch + 1));
      for (int i = 0; i < 5; i++) {
        assertEquals(5 * batch + i, ticks.next());
      }
      assertTrue(ticks.atBatchEnd());
    }
  }

  /** A hundred days at a tick per nanosecond: more ticks than there are numbers. */
  @Test
  void nothingOverflows() {
    CounterTicks ticks = start(3, Limits.MIN_INTERVAL_PICOSECONDS, 0);
    long startedAt = now;
    long expected = 0;
    for (int day = 1; day <= 100; day++) {
      long time = TimeUnit.DAYS.toNanos(day);
      at(startedAt, time);
      for (int i = 0; i < 3; i++) {
        assertEquals((int) (expected + i), ticks.next(), "day " + day);
      }
      expected = time;
    }
  }

  @Test
  void theLongestIntervalNeedsNoTicks() {
    readingTakes = TimeUnit.SECONDS.toNanos(7);
    CounterTicks ticks = start(1, Limits.MAX_INTERVAL_PICOSECONDS, 0);
    long startedAt = now;
    assertEquals(0, ticks.next());
    assertEquals(TimeUnit.SECONDS.toNanos(63), now - startedAt);
  }

  @Test
  void aClosedStreamIsReadToItsEnd() {
    CounterTicks ticks = start(100, MICROSECOND, 0);
    at(now, 2_000);
    assertEquals(0, ticks.next());
    assertFalse(ticks.atBatchEnd());
    ticks.close();
    ticks.close();
    assertEquals(1, ticks.next());
    assertThrows(IllegalStateException.class, ticks::next);
    assertEquals(0, ticks.longestStallNanos(true));
  }

  @Test
  void closingFromAnotherThreadEndsAReader() throws InterruptedException {
    CounterTicks ticks = CounterTicks.start(1, Limits.MAX_INTERVAL_PICOSECONDS, 0);
    Thread closer = new Thread(ticks::close);
    closer.start();
    assertThrows(IllegalStateException.class, ticks::next);
    closer.join();
  }

  @Test
  void refusesWhatNoClockCanDo() {
    Class<? extends Exception> bad = IllegalArgumentException.class;
    assertThrows(bad, () -> CounterTicks.start(0, 1000, 0));
    assertThrows(bad, () -> CounterTicks.start(Limits.MAX_CAPACITY + 1, 1000, 0));
    assertThrows(bad, () -> CounterTicks.start(1, 999, 0));
    assertThrows(bad, () -> CounterTicks.start(1, 60_000_000_000_001L, 0));
  }

  /** A test in real time: 2000 ticks of 10 us are 20 ms, and none is lost. */
  @Test
  void keepsTime() {
    long begin = System.nanoTime();
    CounterTicks ticks = CounterTicks.start(Limits.MAX_CAPACITY, 10 * MICROSECOND, -1000);
    for (int i = -1000; i < 1000; i++) {
      assertEquals(i, ticks.next());
    }
    assertTrue(System.nanoTime() - begin >= 20_000_000, "no tick is early");
  }
}
