package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.SlabAccess;
import allocpool.fixture.SlotContract;
import allocpool.workload.Generator;
import allocpool.workload.PacketSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlotsTest extends SlotContract {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment = arena.allocate((long) SLOTS * Slots.STRIDE, 64);
  private final ByteBuffer memory = segment.asByteBuffer();

  SlotsTest() {
    super(
        Generator.Kind.RANDOM.forSource()::next,
        new PacketSource(Generator.Kind.RANDOM.forSource())::fill);
  }

  @AfterEach
  void free() {
    arena.close();
  }

  private long slot(int number) {
    return segment.address() + (long) number * Slots.STRIDE;
  }

  @Override
  protected SlabAccess slab() {
    return new SlabAccess(
        memory,
        (number, r) -> Slots.fill(slot(number), r),
        number -> Slots.parse(slot(number)),
        (number, index) -> Memory.get(slot(number) + (long) index * Long.BYTES),
        (numbers, from, to) -> 0, // does not depend on the slots
        arena::close);
  }

  /** The only remaining check. */
  @Test
  void negativeAddressesAreRefused() {
    assertThrows(IndexOutOfBoundsException.class, () -> Slots.fill(-1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> Slots.parse(Long.MIN_VALUE));
    assertThrows(IndexOutOfBoundsException.class, () -> Memory.get(-8));
    assertThrows(IndexOutOfBoundsException.class, () -> Memory.set(-8, 0));
  }

  @Test
  void wordsAreInTheMachinesOrder() {
    Memory.set(slot(1), 0x0102030405060708L);
    assertEquals(0x0102030405060708L, Memory.get(slot(1)));
    assertEquals(0x0102030405060708L,
        memory.duplicate().order(ByteOrder.nativeOrder()).getLong(Slots.STRIDE));
  }
}
