package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {

  @Test
  void everySlotIsTakenOnce() {
    try (Slots slots = new Slots(1000)) {
      assertEquals(
          IntStream.range(0, 1000).boxed().collect(Collectors.toSet()),
          IntStream.range(0, 1000).mapToObj(i -> slots.take())
              .collect(Collectors.toSet()));
    }
  }

  @Test
  void theSlotGivenBackLastIsTakenFirst() {
    try (Slots slots = new Slots(3)) {
      int first = slots.take();
      int second = slots.take();
      slots.giveBack(first);
      slots.giveBack(second);
      assertEquals(second, slots.take());
      assertEquals(first, slots.take());
    }
  }

  @Test
  void runningOutSaysOfWhatAndHowMany() {
    try (Slots slots = new Slots(2)) {
      slots.take();
      int last = slots.take();
      Exception failure = assertThrows(IllegalStateException.class, slots::take);
      assertEquals("no slot for another packet: all 2 are in use", failure.getMessage());
      slots.giveBack(last);
      assertEquals(last, slots.take(), "one that is given back helps");
    }
  }

  @Test
  void slicesDoNotOverlap() {
    try (Slots slots = new Slots(10)) {
      List<MemorySegment> slices = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        MemorySegment slice = slots.slice(slots.take());
        assertEquals(1024, slice.byteSize());
        assertTrue(slice.isNative());
        slices.add(slice.fill((byte) i));
      }
      for (int i = 0; i < 10; i++) {
        for (int offset = 0; offset < 1024; offset++) {
          assertEquals(i, slices.get(i).get(ValueLayout.JAVA_BYTE, offset));
        }
      }
    }
  }

  /** The list must not trust bytes that a packet wrote while it had the slot. */
  @Test
  void whatAPacketWroteDoesNotHarmTheList() {
    try (Slots slots = new Slots(3)) {
      for (int round = 0; round < 2; round++) {
        int[] taken = {slots.take(), slots.take(), slots.take()};
        for (int slot : taken) {
          slots.slice(slot).fill((byte) -1);
        }
        for (int slot : taken) {
          slots.giveBack(slot);
        }
      }
      assertEquals(3, IntStream.range(0, 3).map(i -> slots.take()).distinct().count());
    }
  }

  @Test
  void theCheckedOnesNoticeASecondReturn() {
    try (CheckedSlots slots = new CheckedSlots(2)) {
      int slot = slots.take();
      slots.giveBack(slot);
      Error failure = assertThrows(AssertionError.class, () -> slots.giveBack(slot));
      assertTrue(failure.getMessage().contains("given back twice"), failure.getMessage());
      assertEquals(0, slots.inUse());
    }
  }

  @Test
  void afterTheEndEveryUseIsRefused() {
    Slots slots = new Slots(2);
    int slot = slots.take();
    MemorySegment slice = slots.slice(slot);
    slots.close();
    assertFalse(slice.scope().isAlive());
    Exception failure = assertThrows(
        IllegalStateException.class, () -> slice.get(ValueLayout.JAVA_BYTE, 0));
    assertEquals("Already closed", failure.getMessage());
    assertThrows(IllegalStateException.class, slots::take);
    assertThrows(IllegalStateException.class, () -> slots.giveBack(slot));
  }

  @Test
  void otherThreadsAreRefused() {
    try (Slots slots = new Slots(1)) {
      MemorySegment slice = slots.slice(slots.take());
      Exception failure = assertThrows(CompletionException.class, () ->
          CompletableFuture.runAsync(() -> slice.get(ValueLayout.JAVA_BYTE, 0)).join());
      assertInstanceOf(WrongThreadException.class, failure.getCause());
    }
  }
}
