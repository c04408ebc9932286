package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {

  @Test
  void everySlotIsTakenOnce() {
    Slots slots = new Slots(1000);
    assertEquals(
        IntStream.range(0, 1000).boxed().collect(Collectors.toSet()),
        IntStream.range(0, 1000).mapToObj(i -> slots.take()).collect(Collectors.toSet()));
  }

  @Test
  void theSlotGivenBackLastIsTakenFirst() {
    Slots slots = new Slots(3);
    int first = slots.take();
    int second = slots.take();
    slots.giveBack(first);
    slots.giveBack(second);
    assertEquals(second, slots.take());
    assertEquals(first, slots.take());
  }

  @Test
  void runningOutSaysOfWhatAndHowMany() {
    Slots slots = new Slots(2);
    slots.take();
    int last = slots.take();
    Exception failure = assertThrows(IllegalStateException.class, slots::take);
    assertEquals("no slot for another packet: all 2 are in use", failure.getMessage());
    slots.giveBack(last);
    assertEquals(last, slots.take(), "one that is given back helps");
  }

  @Test
  void slicesDoNotOverlap() {
    Slots slots = new Slots(10);
    List<ByteBuffer> slices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ByteBuffer slice = slots.slice(slots.take());
      assertEquals(1024, slice.remaining());
      assertTrue(slice.isDirect());
      assertEquals(ByteOrder.BIG_ENDIAN, slice.order());
      while (slice.hasRemaining()) {
        slice.put((byte) i);
      }
      slices.add(slice);
    }
    for (int i = 0; i < 10; i++) {
      for (int offset = 0; offset < 1024; offset++) {
        assertEquals(i, slices.get(i).get(offset), "slot " + i + ", byte " + offset);
      }
    }
  }

  /** The list must not trust bytes that a packet wrote while it had the slot. */
  @Test
  void whatAPacketWroteDoesNotHarmTheList() {
    Slots slots = new Slots(3);
    for (int round = 0; round < 2; round++) {
      int[] taken = {slots.take(), slots.take(), slots.take()};
      for (int slot : taken) {
        slots.slice(slot).putLong(0, -1);
      }
      for (int slot : taken) {
        slots.giveBack(slot);
      }
    }
    assertEquals(3, IntStream.range(0, 3).map(i -> slots.take()).distinct().count());
  }

  @Test
  void theCheckedOnesNoticeASecondReturn() {
    CheckedSlots slots = new CheckedSlots(2);
    int slot = slots.take();
    slots.giveBack(slot);
    Error failure = assertThrows(AssertionError.class, () -> slots.giveBack(slot));
    assertTrue(failure.getMessage().contains("given back twice"), failure.getMessage());
    assertEquals(0, slots.inUse());
  }
}
