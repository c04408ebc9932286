package allocpool.flat.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.flat.Slab;
import allocpool.workload.Generator;
import allocpool.workload.IpHeader;
import allocpool.workload.PacketSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SegmentSlabTest {
  private static final int SLOTS = 10;
  private static final int PACKET = 24; // the same layout as everywhere, stated again

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment = arena.allocate((long) SLOTS * Slab.STRIDE, 64);
  private final SegmentSlab slab = new SegmentSlab(arena, segment, Optional.empty());
  private final ByteBuffer memory = segment.asByteBuffer();

  @AfterEach
  void free() {
    if (segment.scope().isAlive()) {
      slab.close();
    }
  }

  /** The same bytes, and no others, in any slot. */
  @Test
  void writesPacketsAsTheSourceDoes() {
    Generator numbers = Generator.Kind.RANDOM.forSource();
    PacketSource source = new PacketSource(Generator.Kind.RANDOM.forSource());
    ByteBuffer expected = ByteBuffer.allocate(memory.capacity());
    segment.fill((byte) 0x5A);
    MemorySegment.ofBuffer(expected).fill((byte) 0x5A);
    for (int i = 0; i < 1000; i++) {
      int handle = i % SLOTS;
      slab.fill(handle, numbers.next());
      expected.position(handle * Slab.STRIDE + PACKET);
      source.fill(expected.slice());
      assertEquals(expected.clear(), memory);
    }
  }

  @Test
  void findsEveryField() {
    int packet = 3 * Slab.STRIDE + PACKET;
    memory.putLong(packet, 0xF600_8765_8384_0000L);
    memory.putLong(packet + 8, 0x9106_0000_8182_8384L);
    memory.putLong(packet + 16, 0xC1C2_C3C4_FFFF_FFFFL);
    memory.putInt(packet + 24, 0x8100_0082); // behind six words of header
    assertEquals(IpHeader.TCP, slab.parse(3));
    assertEquals(0x8182_8384_C1C2_C3C4L, slab.word(3, 0));
    assertEquals(0x8100_0082_8384_0691L, slab.word(3, 1));
    assertEquals(0x0F18_8765L, slab.word(3, 2));
  }

  @Test
  void touchesWhatItIsTold() {
    int[] handles = {9, 1, 4, 2, 9};
    for (int handle = 0; handle < SLOTS; handle++) {
      memory.putLong(handle * Slab.STRIDE + PACKET, 1 << handle);
    }
    assertEquals(1 << 1 | 1 << 4 | 1 << 2, slab.touch(handles, 1, 4));
    assertEquals(0, slab.touch(handles, 2, 2));
  }

  @Test
  void otherSlotsThanItsOwnAreRefused() {
    assertThrows(IndexOutOfBoundsException.class, () -> slab.fill(SLOTS, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> slab.parse(-1));
  }

  @Test
  void closingFreesTheMemory() {
    slab.close();
    assertFalse(segment.scope().isAlive());
    Exception failure = assertThrows(
        IllegalStateException.class, () -> slab.fill(0, 0));
    assertEquals("Already closed", failure.getMessage());
    assertThrows(IllegalStateException.class, () -> slab.parse(0));
    assertThrows(IllegalStateException.class, () -> slab.word(0, 0));
    int[] handles = {0};
    assertThrows(IllegalStateException.class, () -> slab.touch(handles, 0, 1));
  }

  @Test
  void otherThreadsAreRefused() {
    Exception failure = assertThrows(CompletionException.class, () ->
        CompletableFuture.runAsync(() -> slab.fill(0, 0)).join());
    assertInstanceOf(WrongThreadException.class, failure.getCause());
  }
}
