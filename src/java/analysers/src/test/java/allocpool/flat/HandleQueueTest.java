package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleQueueTest {

  private static List<Integer> waiting(HandleQueue queue) {
    return IntStream.range(0, queue.length())
        .map(queue::get)
        .filter(handle -> handle != Slab.NONE)
        .boxed()
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 100})
  void isAQueueThatIsFullBeforeAnythingLeaves(int length) {
    HandleQueue queue = new HandleQueue(length);
    Deque<Integer> model = new ArrayDeque<>();
    for (int handle = 0; handle < 1000; handle++) {
      int expected = model.size() == length ? model.remove() : Slab.NONE;
      model.add(handle);
      assertEquals(expected, queue.exchange(handle));
      assertEquals(new ArrayList<>(model), waiting(queue));
    }
  }

  /**
   * Every packet is touched a block before its turn, except those of the first block; a
   * queue of one block touches its packets when their own turn begins.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 50, 100, 128})
  void touchesEachPacketOnceBeforeItGivesIt(int length) {
    HandleQueue queue = new HandleQueue(length);
    for (int handle = 0; handle < length; handle++) {
      assertFalse(queue.isAtBlock(16));
      queue.exchange(handle);
    }
    TouchedHandles slab = new TouchedHandles();
    int untouched = length > 16 ? 16 : 0;
    for (int handle = length; handle < 5 * length; handle++) {
      if (queue.isAtBlock(16)) {
        queue.touchBlock(slab, 16);
      }
      int leaving = queue.exchange(handle);
      assertEquals(handle - length, leaving);
      if (leaving >= untouched) {
        assertEquals(leaving, slab.touched.remove(0));
      }
    }
  }
}
