package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.InvalidMarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every allocator. */
class AllocatorContractTest {
  static Stream<Named<Supplier<BufferAllocator>>> allocators() {
    return Stream.of(
        named("plain", () -> new PlainAllocator(Memory.HEAP)),
        named("plain direct", () -> new PlainAllocator(Memory.DIRECT)),
        named("pool", () -> pool(PoolSettings.of(Memory.HEAP))),
        named("pool direct", () -> pool(PoolSettings.of(Memory.DIRECT))),
        named("clearing", () -> pool(PoolSettings.of(Memory.HEAP).clearing())),
        named("shared caches", () -> pool(PoolSettings.of(Memory.HEAP).sharedCaches())),
        named("checked", () -> checked(1)),
        named("checked sometimes", () -> checked(3)));
  }

  private static Named<Supplier<BufferAllocator>> named(
      String name, Supplier<BufferAllocator> allocator) {
    return Named.of(name, allocator);
  }

  private static BufferAllocator pool(PoolSettings settings) {
    return new PoolingAllocator(settings);
  }

  private static BufferAllocator checked(int oneIn) {
    return new CheckingAllocator(
        pool(PoolSettings.of(Memory.HEAP)), oneIn, new RecordedMisuse());
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void aLoanIsAsANewBufferWouldBe(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    for (int round = 0; round < 2; round++) {
      for (int size : new int[] {1, 63, 64, 65, 1024, 1 << 18, (1 << 18) + 1}) {
        PooledBuffer buffer = allocator.allocate(size);
        ByteBuffer bytes = buffer.bytes();
        assertEquals(0, bytes.position());
        assertEquals(size, bytes.limit());
        assertTrue(bytes.capacity() >= size);
        assertEquals(ByteOrder.BIG_ENDIAN, bytes.order());
        assertThrows(InvalidMarkException.class, bytes::reset, "has a mark");
        assertFalse(bytes.isReadOnly());
        bytes.put(size - 1, (byte) 1);
        bytes.order(ByteOrder.LITTLE_ENDIAN).position(size / 2).mark().limit(size);
        allocator.release(buffer);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void nobodyHasABufferThatSomebodyElseHas(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    for (int round = 0; round < 3; round++) {
      List<PooledBuffer> loans = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        PooledBuffer buffer = allocator.allocate(100);
        buffer.bytes().putInt(0, i).putInt(96, i);
        loans.add(buffer);
      }
      for (int i = 0; i < 200; i++) {
        assertEquals(i, loans.get(i).bytes().getInt(0));
        assertEquals(i, loans.get(i).bytes().getInt(96));
        allocator.release(loans.get(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void whatIsNoSizeIsRefused(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    for (int size : new int[] {0, -1, Integer.MIN_VALUE}) {
      Exception refusal = assertThrows(
          IllegalArgumentException.class, () -> allocator.allocate(size));
      assertEquals("a buffer of " + size + " bytes was asked for; it has 1 or more",
          refusal.getMessage());
    }
  }

  /** No array can have that length, and there is not enough memory outside the heap. */
  @ParameterizedTest
  @MethodSource("allocators")
  void whatIsTooLargeIsRefusedAndDoesNoHarm(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    assertThrows(
        OutOfMemoryError.class, () -> allocator.allocate(Integer.MAX_VALUE));
    PooledBuffer buffer = allocator.allocate(100);
    assertEquals(100, buffer.bytes().limit());
    allocator.release(buffer);
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void nothingCannotBeReleased(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    assertThrows(NullPointerException.class, () -> allocator.release(null));
    PooledBuffer buffer = allocator.allocate(100);
    allocator.release(buffer);
    assertEquals(100, allocator.allocate(100).bytes().limit());
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void aSecondReleaseIsRefused(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    for (int size : new int[] {100, 1 << 20}) {
      PooledBuffer buffer = allocator.allocate(size);
      allocator.release(buffer);
      assertThrows(IllegalStateException.class, () -> allocator.release(buffer));
      assertNotSame(allocator.allocate(size).bytes(), allocator.allocate(size).bytes());
    }
  }

  @ParameterizedTest
  @MethodSource("allocators")
  void aStrangersBufferIsRefusedAndStaysOnLoan(Supplier<BufferAllocator> make) {
    BufferAllocator allocator = make.get();
    for (int size : new int[] {100, 1 << 20}) {
      BufferAllocator other = make.get();
      PooledBuffer foreign = other.allocate(size);
      foreign.bytes().put(0, (byte) 7);
      Exception refusal = assertThrows(
          IllegalArgumentException.class, () -> allocator.release(foreign));
      assertTrue(
          refusal.getMessage().endsWith("lent by another allocator; release it there"),
          refusal.getMessage());
      assertEquals(7, foreign.bytes().get(0));
      other.release(foreign);
    }
  }
}
