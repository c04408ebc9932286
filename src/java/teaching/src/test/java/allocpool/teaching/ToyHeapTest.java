package allocpool.teaching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The heaps themselves: layout, counting, allocation, and error messages. */
class ToyHeapTest {
  private final FreeListHeap heap = new FreeListHeap(20);

  @Test
  void objectsLieOneAfterAnother() {
    assertEquals(1, heap.allocate('A', 2));
    assertEquals(5, heap.allocate('B', 0));
    assertEquals(7, heap.allocate('C', 1));
    assertEquals(11, heap.freeCells());
    assertEquals(2, heap.fieldCount(1));
    assertEquals(ToyHeap.NULL, heap.field(1, 1));
    heap.setField(1, 1, 7);
    assertEquals(7, heap.field(1, 1));
  }

  @Test
  void headersKeepTheSizeThroughMarking() {
    int object = heap.allocate('A', 3);
    heap.setMark(object);
    assertTrue(heap.isMarked(object));
    assertEquals(5, heap.sizeOf(object));
    heap.clearMark(object);
    assertFalse(heap.isMarked(object));
    heap.forward(object, 17);
    assertTrue(heap.isForwarded(object));
    assertEquals(17, heap.forwardingAddress(object));
  }

  @Test
  void everyAccessCounts() {
    int object = heap.allocate('A', 1);
    heap.resetAccesses();
    heap.setField(object, 0, object);
    heap.field(object, 0);
    assertEquals(2, heap.accesses());
    heap.setMark(object);
    assertEquals(4, heap.accesses());
    heap.peek(object);
    assertEquals(4, heap.accesses());
  }

  @Test
  void wrongAddressesAndFieldsAreNamed() {
    int object = heap.allocate('A', 1);
    assertEquals("object A has 1 fields: there is no field 1",
        assertThrows(IndexOutOfBoundsException.class, () -> heap.field(object, 1))
            .getMessage());
    assertEquals("address 0 is outside of the heap: valid are 1 to 20",
        assertThrows(IndexOutOfBoundsException.class, () -> heap.read(0)).getMessage());
    assertThrows(IndexOutOfBoundsException.class, () -> heap.write(21, 1));
    assertThrows(IllegalArgumentException.class, () -> heap.allocate('B', -1));
    assertThrows(IllegalArgumentException.class, () -> new FreeListHeap(1));
    assertThrows(IllegalArgumentException.class, () -> new SemispaceHeap(0));
  }

  @Test
  void fragmentationIsToldFromALackOfMemory() {
    FreeListHeap full = new FreeListHeap(8);
    full.allocate('A', 1);
    full.allocate('B', 0);
    full.allocate('C', 1);
    full.clearFreeList();
    full.free(1, 3);
    full.free(6, 3);
    assertEquals("cannot allocate 4 cells: 6 are free, but the largest free block has 3",
        assertThrows(ToyOutOfMemoryError.class, () -> full.allocate('D', 2))
            .getMessage());
    assertEquals(6, full.freeCells());
  }

  @Test
  void neighboursJoin() {
    FreeListHeap joined = new FreeListHeap(9);
    joined.clearFreeList();
    joined.free(1, 3);
    joined.free(4, 2);
    joined.free(7, 3);
    assertEquals(5, joined.largestFreeBlock());
    assertEquals(8, joined.freeCells());
  }

  @Test
  void noBlockIsLeftTooSmallForItsLink() {
    FreeListHeap small = new FreeListHeap(5);
    assertThrows(ToyOutOfMemoryError.class, () -> small.allocate('A', 2));
    assertEquals(1, small.allocate('A', 3));
    assertEquals(0, small.largestFreeBlock());
  }

  @Test
  void theFreeListSurvivesTakingItsLastBlock() {
    FreeListHeap list = new FreeListHeap(6);
    list.allocate('A', 0);
    list.allocate('B', 2);
    list.free(1, 2);
    assertEquals(1, list.allocate('C', 0));
    list.free(3, 4);
    assertEquals(3, list.allocate('D', 2));
  }

  @Test
  void semispacesFlip() {
    SemispaceHeap spaces = new SemispaceHeap(5);
    assertEquals(1, spaces.allocate('A', 1));
    assertEquals("cannot allocate 3 cells: 2 are free, all of them in one block",
        assertThrows(ToyOutOfMemoryError.class, () -> spaces.allocate('B', 1))
            .getMessage());
    assertEquals(6, spaces.toSpace());
    spaces.flip(9);
    assertEquals(6, spaces.fromSpace());
    assertEquals(1, spaces.toSpace());
    assertEquals(2, spaces.freeCells());
    assertEquals(9, spaces.allocate('B', 0));
    assertThrows(IllegalArgumentException.class, () -> spaces.flip(7));
  }
}
