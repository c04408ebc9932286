package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.workload.Generator;
import allocpool.workload.IpHeader;
import allocpool.workload.PacketSource;
import allocpool.workload.Sizes;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufferSlabTest {
  private static final int SLOTS = 10;
  private static final int PACKET = Slab.PACKET * 8; // in bytes

  private final ByteBuffer memory = ByteBuffer
      .allocateDirect((SLOTS + 1) * Slab.STRIDE)
      .alignedSlice(64);
  private final Slab slab = new BufferSlab(memory);

  /** The same bytes, and no others, in any slot. */
  @Test
  void writesPacketsAsTheSourceDoes() {
    Generator numbers = Generator.Kind.RANDOM.forSource();
    PacketSource source = new PacketSource(Generator.Kind.RANDOM.forSource());
    ByteBuffer expected = ByteBuffer.allocate(memory.capacity());
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, (byte) 0x5A);
      expected.put(i, (byte) 0x5A);
    }
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
    assertEquals(0x8182_8384_C1C2_C3C4L, slab.word(3, Slab.ADDRESSES));
    assertEquals(0x8100_0082_8384_0691L, slab.word(3, Slab.PORTS));
    assertEquals(0x0F18_8765L, slab.word(3, Slab.LENGTHS));
  }

  /** Of whatever length the header is, nothing but the fields is written. */
  @Test
  void parsingHonoursTheHeadersLength() {
    Generator numbers = Generator.Kind.RANDOM.forSource();
    for (int words = 0; words < 16; words++) {
      for (int i = 0; i < memory.capacity(); i += 8) {
        memory.putLong(i, numbers.next());
      }
      int slot = 5 * Slab.STRIDE;
      memory.put(slot + PACKET, (byte) (4 << 4 | words));
      byte[] before = new byte[memory.capacity()];
      memory.duplicate().get(before);
      slab.parse(5);
      int ports = memory.getInt(slot + PACKET + words * 4);
      assertEquals(ports, (int) (slab.word(5, Slab.PORTS) >>> 32));
      assertEquals(4 << 8 | words * 4, (int) (slab.word(5, Slab.LENGTHS) >>> 16));
      for (int i = 0; i < before.length; i++) {
        if (i < slot || i >= slot + PACKET) {
          assertEquals(before[i], memory.get(i), "byte " + i);
        }
      }
    }
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

  /** All that a step needs of a packet is in one line of the cache. */
  @Test
  void fieldsAndHeaderShareALine() {
    assertTrue(PACKET + Header.BYTES + 4 <= 64);
    assertTrue(PACKET + Sizes.PACKET_BYTES <= Slab.STRIDE);
    assertEquals(0, Slab.STRIDE % 64);
    assertEquals(1, Slab.STRIDE / 64 % 2, "an odd number of lines");
    ByteBuffer askew = memory.position(8).slice();
    assertThrows(IllegalArgumentException.class, () -> new BufferSlab(askew));
  }

  @Test
  void afterTheEndEveryUseIsRefused() {
    slab.close();
    assertThrows(IndexOutOfBoundsException.class, () -> slab.fill(0, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> slab.parse(0));
    assertThrows(IndexOutOfBoundsException.class, () -> slab.word(0, 0));
    int[] handles = {0};
    assertThrows(IndexOutOfBoundsException.class, () -> slab.touch(handles, 0, 1));
  }

  @Test
  void otherSlotsThanItsOwnAreRefused() {
    Slab one = BufferSlab.allocate(1);
    one.fill(0, 0);
    assertThrows(IndexOutOfBoundsException.class, () -> one.fill(1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> one.parse(Slab.NONE));
  }

  @Test
  void sizesThatNoBufferHasAreRefused() {
    assertThrows(ArithmeticException.class, () -> BufferSlab.allocate(1_973_791));
  }

  @Test
  void theCollectorFreesAClosedSlab() throws InterruptedException {
    int slots = 20_000;
    Slab closed = BufferSlab.allocate(slots);
    closed.fill(slots - 1, 0);
    long before = directMemory();
    closed.close();
    for (int i = 0; i < 200 && directMemory() > before - slots * Slab.STRIDE; i++) {
      System.gc();
      Thread.sleep(10); // another thread frees what the collector has found
    }
    assertTrue(directMemory() <= before - slots * Slab.STRIDE, "it is still there");
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
