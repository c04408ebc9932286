package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreeListTest {
  private static final long FIRST = 0x1000;

  private final Mapping mapping = Mapping.of(1, false);

  @AfterEach
  void unmap() {
    mapping.close();
  }

  private FreeList list(long stride, int count) {
    return new FreeList(
        mapping.part((long) count * Memory.WORD_BYTES), FIRST, stride, count);
  }

  @Test
  void givesEveryPacketOnceFromTheLowestOn() {
    FreeList list = list(Slots.STRIDE, 1000);
    for (int i = 0; i < 1000; i++) {
      assertEquals(FIRST + (long) i * Slots.STRIDE, list.take());
    }
  }

  @Test
  void withoutAStrideThereIsOnePacket() {
    FreeList list = list(0, 10);
    for (int i = 0; i < 10; i++) {
      assertEquals(FIRST, list.take());
    }
  }

  /** Takes and gives back at random, compared with a stack of the JDK. */
  @Test
  void isAStack() {
    FreeList list = list(Slots.STRIDE, 50);
    Deque<Long> model = new ArrayDeque<>();
    Deque<Long> taken = new ArrayDeque<>();
    for (long i = 49; i >= 0; i--) {
      model.push(FIRST + i * Slots.STRIDE);
    }
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      boolean take = taken.isEmpty() || !model.isEmpty() && random.nextBoolean();
      if (take) {
        long packet = list.take();
        assertEquals(model.pop(), packet);
        taken.add(packet);
      } else {
        long packet = taken.remove(); // the first one taken, so that the order changes
        list.giveBack(packet);
        model.push(packet);
      }
    }
  }

  @Test
  void aClosedListGivesWhatNobodyCanUse() {
    FreeList list = list(Slots.STRIDE, 2);
    list.close();
    long packet = list.take();
    assertThrows(IndexOutOfBoundsException.class, () -> Slots.fill(packet, 0));
  }
}
