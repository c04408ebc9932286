package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests with a simulated time. */
class ServiceRunTest {
  private static final int LOOK = TickLoop.LOOK_EVERY;

  private final IdleAnalyser analyser = new IdleAnalyser();
  private final Deque<Long> steps = new ArrayDeque<>();
  private long now = -7;
  private boolean begun;

  /** Time advances by the listed ns between readings, then always by the last. */
  private long nanoTime() {
    if (begun) {
      now += steps.size() > 1 ? steps.remove() : steps.element();
    }
    begun = true;
    return now;
  }

  private Service run(double warmupSeconds, double seconds, long... nanoseconds) {
    for (long step : nanoseconds) {
      steps.add(step);
    }
    return serviceRun().run(warmupSeconds, seconds);
  }

  private ServiceRun serviceRun() {
    FakeTicks ticks =
        new FakeTicks(ClockKind.COUNTER, LOOK, ServiceRun.INTERVAL, 0, 1);
    return new ServiceRun(
        new TickLoop(analyser, ticks, 0, null, BigDecimal.ONE, 1), this::nanoTime);
  }

  @Test
  void aSliceEndsAtTheFirstReadingThatIsLateEnough() {
    Slices slices = run(0, 0.001, 100_000, 149_999, 1, 250_000, 249_999, 500_000).slices;
    assertEquals(
        List.of(
            List.of(3 * LOOK, 250_000L), List.of(LOOK, 250_000L),
            List.of(2 * LOOK, 749_999L)),
        slices.asList());
    assertEquals(1_249_999, slices.nanoseconds());
    assertEquals(6 * LOOK, slices.packets());
    assertEquals(749_999, slices.longestNanoseconds());
  }

  @Test
  void aLongPauseIsOneLongSlice() {
    Slices slices = run(0, 0.01, 250_000, 5_000_000_000L).slices;
    assertEquals(
        List.of(List.of(LOOK, 250_000L), List.of(LOOK, 5_000_000_000L)),
        slices.asList());
  }

  /** No slice is shorter than 250 us, which bounds their number; there is room for it. */
  @ParameterizedTest
  @CsvSource({"0.001, 4", "0.0011, 5", "0.000001, 1", "0.25, 1000"})
  void thereIsRoomForAll(double seconds, int slices) {
    assertEquals(slices, run(0, seconds, 250_000).slices.count());
  }

  @Test
  void theWarmUpIsTheSameAndDoesNotCount() {
    for (int i = 0; i < 9; i++) {
      steps.add(250_000L);
    }
    steps.add(300_000L);
    ServiceRun run = serviceRun();
    Service service = run.run(0.002, 0.0006);
    // Eight slices of warm-up, one reading where the run begins, then the last step.
    assertEquals(
        List.of(List.of(LOOK, 300_000L), List.of(LOOK, 300_000L)),
        service.slices.asList());
    assertEquals(10 * LOOK, run.packets());
    assertEquals(10 * LOOK, analyser.steps);
    assertTrue(service.uptime.from <= service.uptime.to);
  }

  /** A million seconds would be four billion slices. */
  @Test
  void aFullRunIsShorterThanItWasMeantToBe() {
    Slices slices = run(0, 1e6, 250_000).slices;
    assertEquals(Slices.MAX_CAPACITY, slices.count());
    assertEquals(Slices.MAX_CAPACITY * 250_000L, slices.nanoseconds());
  }

  /** Counts its steps, and does nothing else. */
  private static final class IdleAnalyser extends Analyser {
    long steps;

    @Override
    public void step() {
      steps++;
    }

    @Override
    public long processed() {
      return steps;
    }

    @Override
    public long tcpCount() {
      return 0;
    }

    @Override
    public long digest() {
      return 0;
    }
  }
}
