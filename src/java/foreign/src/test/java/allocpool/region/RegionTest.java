package allocpool.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.workload.Digest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegionTest {
  private final Arena life = Arena.ofConfined();

  @AfterEach
  void end() {
    life.close();
  }

  private static long sum(MemorySegment memory) {
    Digest digest = new Digest(0, 0);
    Slot.addTo(digest, 0, memory, 0);
    return digest.value();
  }

  @Test
  void hasRoomForABatchInItsOrder() {
    try (Region region = new Region(RegionMemory.allocated())) {
      MemorySegment first = RegionMemory.allocate(life, 1);
      MemorySegment copy = RegionMemory.allocate(life, 1);
      for (long r = 0; r < Region.PACKETS; r++) {
        assertFalse(region.isFull());
        region.receive(r);
      }
      assertTrue(region.isFull());
      for (long r = 0; r < Region.PACKETS; r++) {
        assertFalse(region.isDone());
        Slot.fill(first, 0, r);
        Slot.parse(first, 0);
        region.parseOldest();
        region.copyOldest(copy, 0);
        assertEquals(sum(first), sum(copy));
        region.dropOldest();
      }
      assertTrue(region.isDone());
    }
  }

  /** The reason for the copy; in C++, the pointer would lead to another packet. */
  @Test
  void endsWithItsPacketsButNotWithCopies() {
    for (RegionMemory source :
        new RegionMemory[] {RegionMemory.allocated(), RegionMemory.pooled(life, 1)}) {
      Region region = new Region(source);
      MemorySegment kept = RegionMemory.allocate(life, 1);
      region.receive(42);
      region.parseOldest();
      region.copyOldest(kept, 0);
      region.close();
      assertTrue(Slot.isParsed(kept, 0));
      assertThrows(IllegalStateException.class, region::parseOldest);
    }
  }

  /** Uses options, so that the ports are not in their usual place. */
  @Test
  void parsingHonoursTheHeadersLength() {
    MemorySegment odd = RegionMemory.allocate(life, 1);
    Slot.fill(odd, 0, 0);
    odd.set(ValueLayout.JAVA_BYTE, 24, (byte) 0x47); // header of seven words
    odd.set(ValueLayout.JAVA_BYTE, 24 + 28, (byte) 0x12);
    Slot.parse(odd, 0);
    assertEquals(0x12, odd.get(ValueLayout.JAVA_BYTE, 8), "the source port's high byte");
    odd.set(ValueLayout.JAVA_BYTE, 24, (byte) 0x46); // six words
    odd.set(ValueLayout.JAVA_BYTE, 24 + 24, (byte) 0x34);
    Slot.parse(odd, 0);
    assertEquals(0x34, odd.get(ValueLayout.JAVA_BYTE, 8));
  }

  @Test
  void allocatedMemoryIsZeroAndPooledMemoryIsAsItWasLeft() {
    for (boolean pooled : new boolean[] {false, true}) {
      RegionMemory source =
          pooled ? RegionMemory.pooled(life, 2) : RegionMemory.allocated();
      for (int use = 0; use < 4; use++) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment memory = source.of(arena);
          assertEquals(Region.BYTES, memory.byteSize());
          byte left = memory.get(ValueLayout.JAVA_BYTE, 77);
          assertEquals(pooled && use >= 2 ? use - 1 : 0, left);
          memory.set(ValueLayout.JAVA_BYTE, 77, (byte) (use + 1));
        }
      }
    }
  }

  @Test
  void regionsThatAreOpenShareNothing() {
    RegionMemory source = RegionMemory.pooled(life, 2);
    try (Arena one = Arena.ofConfined(); Arena other = Arena.ofConfined()) {
      assertNotEquals(source.of(one).address(), source.of(other).address());
    }
  }
}
