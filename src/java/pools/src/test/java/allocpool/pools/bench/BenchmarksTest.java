package allocpool.pools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.pools.FreshPool;
import allocpool.pools.Message;
import allocpool.pools.Pool;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.Control;

class BenchmarksTest {
  /** JMH requires this of code that makes a Blackhole itself. */
  private static final String PASSWORD = "Today's password is swordfish."
      + " I understand instantiating Blackholes directly is dangerous.";

  static List<String> names() {
    return Contestants.NAMES;
  }

  @ParameterizedTest
  @MethodSource("names")
  void oneThreadLeavesThePoolAsItWas(String name) {
    OneThread benchmark = new OneThread();
    benchmark.pool = name;
    benchmark.capacity = 4;
    benchmark.bytes = 16;
    benchmark.layout = Layout.SIDE_BY_SIDE;
    benchmark.old = true;
    benchmark.repetitions = 3;
    benchmark.fill();
    Blackhole hole = new Blackhole(PASSWORD);
    for (int i = 0; i < 100; i++) {
      benchmark.removeAndAddOne(hole);
      benchmark.removeAndAddSeveral(hole);
      benchmark.removeUseAndAdd();
      benchmark.removeAndAddRepeatedly(hole);
    }
    benchmark.check();
  }

  @ParameterizedTest
  @MethodSource("names")
  void messagesArePassedOnAndComeBack(String name) {
    PassedOn benchmark = new PassedOn();
    benchmark.pool = name;
    benchmark.capacity = 4;
    benchmark.bytes = 16;
    benchmark.layout = Layout.SIDE_BY_SIDE;
    benchmark.fill();
    Control control = new Control();
    for (int i = 0; i < 100; i++) {
      benchmark.source(control);
      benchmark.sink(control);
    }
    benchmark.check();
  }

  /** When the iteration is over, the other thread may be gone, so waiting must end. */
  @Test
  void nobodyWaitsWhenTheIterationIsOver() {
    PassedOn benchmark = new PassedOn();
    benchmark.pool = "sticky";
    benchmark.capacity = 64;
    benchmark.bytes = 16;
    benchmark.layout = Layout.SIDE_BY_SIDE;
    benchmark.fill();
    Control control = new Control();
    control.stopMeasurement = true;
    benchmark.sink(control);
    for (int i = 0; i < 100; i++) {
      benchmark.source(control);
    }
    benchmark.check();
  }

  @Test
  void aPoolThatNobodyKnowsIsNamedWithThoseThereAre() {
    Exception refusal = assertThrows(
        IllegalArgumentException.class,
        () -> Contestants.create("heap", 1, 1, Layout.SIDE_BY_SIDE));
    assertTrue(refusal.getMessage().startsWith("pool 'heap' is none of deque-stack, "),
        refusal.getMessage());
  }

  @Test
  void aPoolThatMakesItsMessagesItselfCannotHaveThemShuffled() {
    Exception refusal = assertThrows(IllegalArgumentException.class,
        () -> Contestants.create("stormpot", 1, 1, Layout.SHUFFLED));
    assertEquals("layout SHUFFLED: pool 'stormpot' makes its messages itself,"
        + " SIDE_BY_SIDE", refusal.getMessage());
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aPoolHasDifferentMessagesHoweverTheyLie(Layout layout) {
    Pool<Message> pool = Contestants.create("mpmc", 4, 16, layout);
    Set<Message> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 10; i++) { // more than the pool has, so it makes others
      taken.add(pool.take());
    }
    assertEquals(10, taken.size());
  }

  @Test
  void aBrokenPoolIsNotMeasured() {
    Message only = new Message(1);
    Pool<Message> broken = new FreshPool<>(() -> only);
    Exception found = assertThrows(
        IllegalStateException.class, () -> Contestants.check("broken", broken));
    assertEquals("pool broken gave one message to two users", found.getMessage());
  }
}
