package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.workload.Case;
import allocpool.workload.StrategyKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandlesTest {

  @Test
  void aPoolGivesEveryHandleOnceFromTheLowestOn() {
    Handles handles = new HandlePool(1000);
    for (int expected = 0; expected < 1000; expected++) {
      assertEquals(expected, handles.take());
    }
    assertThrows(ArrayIndexOutOfBoundsException.class, handles::take);
  }

  /** Takes and gives back at random, compared with a stack of the JDK. */
  @Test
  void aPoolIsAStack() {
    Handles handles = new HandlePool(50);
    Deque<Integer> model = new ArrayDeque<>();
    Deque<Integer> taken = new ArrayDeque<>();
    for (int handle = 49; handle >= 0; handle--) {
      model.push(handle);
    }
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      boolean take = taken.isEmpty() || !model.isEmpty() && random.nextBoolean();
      if (take) {
        int handle = handles.take();
        assertEquals(model.pop(), handle);
        taken.add(handle);
      } else {
        int handle = taken.remove(); // the first one taken, so that the order changes
        handles.giveBack(handle);
        model.push(handle);
      }
    }
  }

  @Test
  void dummyHasOneHandle() {
    Handles handles = Handles.of(StrategyKind.DUMMY, Case.A.sizes(100));
    assertEquals(0, handles.take());
    assertEquals(0, handles.take());
    handles.giveBack(0);
    assertEquals(0, handles.take());
  }

  @Test
  void poolHasAHandleForEachOfItsPackets() {
    Handles handles = Handles.of(StrategyKind.POOL, Case.C.sizes(100));
    assertInstanceOf(HandlePool.class, handles);
    for (int expected = 0; expected < 10_000; expected++) {
      assertEquals(expected, handles.take());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "MIX"})
  void strategiesThatAllocateAreRefused(StrategyKind strategy) {
    Exception failure = assertThrows(
        IllegalArgumentException.class, () -> Handles.of(strategy, Case.A.sizes(100)));
    assertTrue(failure.getMessage().contains("none of DUMMY, POOL"));
  }
}
