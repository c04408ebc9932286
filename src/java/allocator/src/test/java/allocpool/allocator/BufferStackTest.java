package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferStackTest {
  private static final int MAGAZINE = 4;

  private final Depot depot = new Depot(16, MAGAZINE);
  private final BufferStack stack = new BufferStack(depot);

  private List<PooledBuffer> push(int count) {
    List<PooledBuffer> pushed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pushed.add(new PooledBuffer(ByteBuffer.allocate(1), this, 0));
      stack.push(pushed.get(i));
    }
    return pushed;
  }

  private int popAll() {
    int count = 0;
    while (stack.pop() != null) {
      count++;
    }
    return count;
  }

  @Test
  void theLastIsTheFirst() {
    assertNull(stack.pop());
    List<PooledBuffer> pushed = push(2 * MAGAZINE);
    for (int i = pushed.size() - 1; i >= 0; i--) {
      assertSame(pushed.get(i), stack.pop());
    }
    assertNull(stack.pop());
    assertEquals(0, depot.buffers());
  }

  @Test
  void whatDoesNotFitGoesToTheDepotTheOldestFirst() {
    List<PooledBuffer> pushed = push(2 * MAGAZINE + 1);
    assertEquals(MAGAZINE, depot.buffers());
    PooledBuffer[] taken = new PooledBuffer[MAGAZINE];
    depot.take(taken);
    assertEquals(pushed.subList(0, MAGAZINE), List.of(taken));
    assertEquals(MAGAZINE + 1, popAll());
  }

  @Test
  void anEmptyStackAsksTheDepot() {
    push(6 * MAGAZINE);
    assertEquals(6 * MAGAZINE, popAll());
    assertEquals(0, depot.buffers());
  }

  /** A buffer may come back to another slot than its own. */
  @Test
  void noBufferIsThereTwiceInWhateverOrderTheyComeBack() {
    List<PooledBuffer> all = push(2 * MAGAZINE);
    for (int shift = 0; shift < all.size(); shift++) {
      List<PooledBuffer> out = new ArrayList<>();
      for (int i = 0; i <= shift; i++) {
        out.add(stack.pop());
      }
      out.forEach(stack::push);
    }
    List<PooledBuffer> found = new ArrayList<>();
    for (PooledBuffer one = stack.pop(); one != null; one = stack.pop()) {
      found.add(one);
    }
    assertEquals(all.size(), found.size());
    assertEquals(all.size(), found.stream().distinct().count());
  }

  /** Five buffers are not needed: four leave as a magazine, the fifth stays. */
  @Test
  void trimmingGivesWholeMagazinesThatWereNotNeededToTheDepot() {
    List<PooledBuffer> pushed = push(2 * MAGAZINE);
    stack.trim();
    assertEquals(0, depot.buffers(), "they have come since the stack was made");
    List<PooledBuffer> needed = List.of(stack.pop(), stack.pop(), stack.pop());
    needed.forEach(stack::push);
    stack.trim();
    assertEquals(MAGAZINE, depot.buffers());
    PooledBuffer[] given = new PooledBuffer[MAGAZINE];
    depot.take(given);
    assertEquals(pushed.subList(0, MAGAZINE), List.of(given), "the oldest");
    for (int i = needed.size() - 1; i >= 0; i--) {
      assertSame(needed.get(i), stack.pop());
    }
    assertEquals(1, popAll());
  }

  @Test
  void trimmingLeavesNothingWhereNothingHasMoved() {
    push(MAGAZINE + 3);
    stack.trim();
    stack.trim();
    assertEquals(MAGAZINE, depot.buffers());
    assertEquals(0, stack.size());
  }

  /** A thread may release or allocate for another one now and then, or often. */
  @ParameterizedTest
  @ValueSource(ints = {1, MAGAZINE - 1, MAGAZINE, 5 * MAGAZINE + 1})
  void trimmingLosesNothingWhereBuffersOnlyComeOrOnlyGo(int betweenTrims) {
    int all = 15 * MAGAZINE; // all that the depot keeps, minus one magazine
    for (int pushed = 0; pushed < all; pushed++) {
      if (pushed % betweenTrims == 0) {
        stack.trim();
      }
      push(1);
    }
    assertEquals(all, stack.size() + depot.buffers());
    for (int popped = 0; popped < all; popped++) {
      if (popped % betweenTrims == 0) {
        stack.trim();
      }
      assertNotNull(stack.pop(), "after " + popped);
    }
    assertEquals(0, stack.size() + depot.buffers());
  }

  /** The stack was never smaller than now, but has been drained since. */
  @Test
  void trimmingAfterADrainTakesNoMoreThanThereIs() {
    push(2 * MAGAZINE);
    stack.trim();
    List<PooledBuffer> last = push(1);
    stack.trim();
    assertEquals(2 * MAGAZINE, depot.buffers());
    assertSame(last.get(0), stack.pop());
    assertNotSame(last.get(0), stack.pop(), "the next one is the depot's");
  }

  @Test
  void clearingLeavesNothing() {
    push(MAGAZINE + 3);
    stack.clear();
    assertEquals(0, stack.size());
    assertNull(stack.pop());
    assertEquals(0, depot.buffers());
  }
}
