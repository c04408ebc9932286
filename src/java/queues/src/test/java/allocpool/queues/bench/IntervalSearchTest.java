package allocpool.queues.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.queues.Pace;
import allocpool.queues.TickReader;
import allocpool.queues.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalSearchTest {
  private static final long WINDOW = 1_000_000;

  /** Gives every due tick, but omits one if they come faster than its limit. */
  private static final class Limited implements TickSource {
    private final Pace pace;
    private final boolean losing;
    private final long stall;

    Limited(Pace pace, double limit, long stall) {
      this.pace = pace;
      this.losing = pace.nanoseconds() < limit;
      this.stall = stall;
    }

    @Override
    public TickReader reader() {
      return new TickReader() {
        private final long begin = System.nanoTime();
        private int next;
        private int polled;

        @Override
        public int poll() {
          polled = (int) ((System.nanoTime() - begin) / pace.nanoseconds()) - next;
          return polled;
        }

        @Override
        public int get(int index) {
          return next + index + (losing ? 1 : 0);
        }

        @Override
        public void release() {
          next += polled;
        }
      };
    }

    @Override
    public long longestStallNanos(boolean reset) {
      return stall;
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  @Test
  void intervalsAreATenthApart() {
    assertEquals(2000, IntervalSearch.interval(0));
    assertEquals(2000 / 1.1, IntervalSearch.interval(1), 1e-9);
    assertEquals(0.1, IntervalSearch.interval(104));
    assertTrue(IntervalSearch.interval(103) > 0.1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1999, 700, 300})
  void findsTheSmallestGoodOne(double limit) {
    IntervalSearch search = new IntervalSearch(
        (capacity, pace) -> new Limited(pace, limit, 0), null, WINDOW);
    assertTrue(search.run());
    assertTrue(search.bestNs() >= limit && search.bestNs() <= limit * 1.1,
        search.bestNs() + " for " + limit);
    // A busy machine may stall this thread, too; such a window is tried again.
    long counting = search.windows() - search.stalledWindows();
    assertTrue(counting >= 2 && counting <= 9, counting + " windows");
    assertTrue(search.sent() > 0);
    assertTrue(search.lost() > 0, "in the windows that were too fast");
  }

  @Test
  void mayFindNone() {
    IntervalSearch search = new IntervalSearch(
        (capacity, pace) -> new Limited(pace, 1e6, 0), null, WINDOW);
    assertFalse(search.run());
    assertEquals(1, search.windows());
  }

  /** The stall is more than half of the 200 ms that 100,000 ticks of 2000 ns bridge. */
  @Test
  void aStalledWindowIsTriedAgain() {
    IntervalSearch search = new IntervalSearch(
        (capacity, pace) -> new Limited(pace, 1e6, 101_000_000), null, WINDOW);
    assertFalse(search.run());
    assertEquals(5, search.windows());
    assertEquals(5, search.stalledWindows());
    assertEquals(101_000_000, search.producerStallNs());
  }

  @Test
  void ticksThatDoNotComeAreLost() {
    IntervalSearch search = new IntervalSearch(
        (capacity, pace) -> new FakeSource(0), null, WINDOW);
    assertFalse(search.run());
    assertTrue(search.lost() > 0 && search.lost() <= search.sent());
  }
}
