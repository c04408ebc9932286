package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.FreeSlots;
import allocpool.fixture.SlotsContract;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class SlotsTest extends SlotsContract {

  @Override
  protected FreeSlots slots(int count) {
    Slots slots = new Slots(count);
    return new FreeSlots(
        slots::take, slots::giveBack, slot -> slots.slice(slot).fill((byte) -1),
        slots::close);
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

  @Test
  void theCheckedOnesNoticeASecondReturn() {
    try (CheckedSlots slots = new CheckedSlots(2)) {
      int slot = slots.take();
      slots.giveBack(slot);
      Error failure = assertThrows(AssertionError.class, () -> slots.giveBack(slot));
      assertTrue(failure.getMessage().contains("given back twice"), failure.getMessage());
      assertEquals(0, slots.ledger.inUse());
    }
  }

  // --8<-- [start:after-the-end]
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
  // --8<-- [end:after-the-end]

  // --8<-- [start:other-threads]
  @Test
  void otherThreadsAreRefused() {
    try (Slots slots = new Slots(1)) {
      MemorySegment slice = slots.slice(slots.take());
      Exception failure = assertThrows(CompletionException.class, () ->
          CompletableFuture.runAsync(() -> slice.get(ValueLayout.JAVA_BYTE, 0)).join());
      assertInstanceOf(WrongThreadException.class, failure.getCause());
    }
  }
  // --8<-- [end:other-threads]
}
