package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.SlabAccess;
import allocpool.fixture.SlabContract;
import allocpool.workload.Generator;
import allocpool.workload.PacketSource;
import allocpool.workload.Sizes;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufferSlabTest extends SlabContract {
  private final ByteBuffer memory = ByteBuffer
      .allocateDirect(SLOTS * Slab.STRIDE + Slab.LINE - 1)
      .alignedSlice(Slab.LINE);
  private final Slab slab = new BufferSlab(memory);

  BufferSlabTest() {
    super(
        IndexOutOfBoundsException.class, Generator.Kind.RANDOM.forSource()::next,
        new PacketSource(Generator.Kind.RANDOM.forSource())::fill);
  }

  @Override
  protected SlabAccess slab() {
    return new SlabAccess(
        memory, slab::fill, slab::parse, slab::word, slab::touch, slab::close);
  }

  /** A step needs only one cache line of a packet. */
  @Test
  void fieldsAndHeaderShareALine() {
    int packet = Slab.PACKET * Long.BYTES;
    assertTrue(packet + Header.BYTES + 4 <= 64);
    assertTrue(packet + Sizes.PACKET_BYTES <= Slab.STRIDE);
    assertEquals(0, Slab.STRIDE % 64);
    assertEquals(1, Slab.STRIDE / 64 % 2, "an odd number of lines");
    ByteBuffer askew = memory.position(8).slice();
    assertThrows(IllegalArgumentException.class, () -> new BufferSlab(askew));
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
      Thread.sleep(10); // another thread frees memory that the collector has found
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
