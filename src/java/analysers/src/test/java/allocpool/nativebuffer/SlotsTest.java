package allocpool.nativebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.FreeSlots;
import allocpool.fixture.SlotsContract;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest extends SlotsContract {

  @Override
  protected FreeSlots slots(int count) {
    Slots slots = new Slots(count);
    return new FreeSlots(
        slots::take, slots::giveBack, slot -> slots.slice(slot).putLong(0, -1), () -> {});
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

  @Test
  void theCheckedOnesNoticeASecondReturn() {
    CheckedSlots slots = new CheckedSlots(2);
    int slot = slots.take();
    slots.giveBack(slot);
    Error failure = assertThrows(AssertionError.class, () -> slots.giveBack(slot));
    assertTrue(failure.getMessage().contains("given back twice"), failure.getMessage());
    assertEquals(0, slots.ledger.inUse());
  }
}
