package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.clock.Ticks;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with batches of known numbers. */
class TickLoopTest {
  private static final double FOREVER = 1e6;

  private static TickLoop loop(long firstTick, int[]... batches) {
    return new TickLoop(
        new PacketAnalyser<>(
            Case.A.sizes(100), StrategyKind.ALLOC, Generator.Kind.COUNTER,
            TestPacket::new),
        new ListedTicks((int) firstTick, batches), (int) firstTick,
        new JsonReporter(new PrintStream(PrintStream.nullOutputStream())),
        BigDecimal.TEN, 10_000);
  }

  private static int[] batch(int... offsets) {
    return offsets;
  }

  private static List<Long> lost(Window window) {
    return window.losses.asList().stream()
        .map(loss -> loss.get(1).longValue())
        .collect(Collectors.toList());
  }

  /** Offsets from the first tick; 2^31 is passed at 1000, and 2^32. */
  @ParameterizedTest
  @ValueSource(longs = {0, (1L << 31) - 1000, (1L << 32) - 1000})
  void lossesAreExactAroundTheWrap(long firstTick) {
    TickLoop loop = loop(firstTick,
        batch(0, 1, 2), batch(998, 999), batch(1000), batch(1003, 1004, 2000));
    Window first = loop.observe(0, false);
    assertEquals(3, first.received);
    assertEquals(0, first.lost);
    Window second = loop.observe(0, false);
    assertEquals(995, second.lost);
    assertEquals(997, second.sent());
    assertEquals(List.of(995L), lost(second));
    assertEquals(0, loop.observe(0, false).lost, "999 and 1000 are neighbours");
    Window last = loop.observe(0, false);
    assertEquals(2 + 995, last.lost);
    assertEquals(List.of(2L, 995L), lost(last));
  }

  @Test
  void ticksThatWereLostBeforeTheFirstOneCount() {
    assertEquals(7, loop((1L << 32) - 3, batch(7)).observe(0, false).lost);
  }

  @Test
  void aWindowCanEndAfterTheBatchWithTheFirstLoss() {
    TickLoop loop = loop(0, batch(0), batch(1, 2), batch(3, 5, 6), batch(7), batch(9));
    Window window = loop.observe(FOREVER, true);
    assertEquals(6, window.received);
    assertEquals(1, window.lost);
    assertTrue(window.stoppedEarly);
    assertFalse(loop.observe(0, true).stoppedEarly, "nothing is lost, the time is up");
    assertFalse(loop.observe(0, false).stoppedEarly, "lost, but nobody minds");
  }

  @Test
  void aLossOfAnEarlierPhaseEndsNothing() {
    TickLoop loop = loop(
        0, batch(5), batch(6), batch(8), batch(9, 10), batch(11), batch(13));
    assertEquals(1, loop.warmUp(0));
    assertEquals(2, loop.passOver());
    Window window = loop.observe(FOREVER, true);
    assertEquals(4, window.received, "9, 10, 11 and 13");
    assertEquals(List.of(1L), lost(window));
  }

  @Test
  void laterLossesAreAddedToTheLastOne() {
    int[] everySecond = IntStream.range(0, 5000).map(i -> 2 * i + 1).toArray();
    Window window = loop(0, everySecond).observe(0, false);
    assertEquals(5000, window.lost);
    List<Long> lost = lost(window);
    assertEquals(Losses.CAPACITY, lost.size());
    assertEquals(1, lost.get(Losses.CAPACITY - 2));
    assertEquals(5000 - Losses.CAPACITY + 1, lost.get(Losses.CAPACITY - 1));
  }

  @Test
  void lossesAreToldInMilliseconds() {
    Losses losses = new Losses();
    losses.add(0, 1);
    losses.add(1_234_499, 2);
    losses.add(3_600_000_000_500L, 1L << 40);
    assertEquals(
        "{\"losses\":[[0.000,1],[1.234,2],[3600000.001,1099511627776]]}",
        new Json().put("losses", losses.asList()).toString());
    losses.clear();
    assertEquals(List.of(), losses.asList());
  }

  /** Ticks in batches, given as offsets from the first tick's number. */
  private static final class ListedTicks implements Ticks {
    private final int firstTick;
    private final int[][] batches;
    private int batch;
    private int position;

    ListedTicks(int firstTick, int[]... batches) {
      this.firstTick = firstTick;
      this.batches = batches;
    }

    @Override
    public int next() {
      if (position == batches[batch].length) {
        batch++;
        position = 0;
      }
      return firstTick + batches[batch][position++];
    }

    @Override
    public boolean atBatchEnd() {
      return position == batches[batch].length;
    }

    @Override
    public long longestStallNanos(boolean reset) {
      return 0;
    }

    @Override
    public void close() {}
  }
}
