package exercise;

import expect.Expect;
import java.lang.ref.WeakReference;
import java.nio.ByteOrder;

/** For learning: what an allocator must do. The judge asks much more. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    findsTheClass();
    refusesWhatIsNoSize();
    lendsTheLastOneFirst();
    lendsItAsIfItWereNew();
    refusesWhatItHasNotLent();
    keepsNoMoreThanItsBound();
    doesNotKeepWhatIsTooLarge();
    trimsWhatNobodyNeeds();
    keepsNoReferenceToWhatItDrops();
    Expect.done();
  }

  private static int capacity(SizeClassAllocator allocator, int size) {
    Buffer buffer = allocator.allocate(size);
    return buffer == null ? -1 : buffer.bytes.capacity();
  }

  /** Borrows several buffers of a size, and labels them with numbers from 1. */
  private static Buffer[] borrow(SizeClassAllocator allocator, int size, int count) {
    Buffer[] buffers = new Buffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = allocator.allocate(size);
      if (buffers[i] != null) {
        buffers[i].label = i + 1;
      }
    }
    return buffers;
  }

  private static int label(Buffer buffer) {
    return buffer == null ? -1 : buffer.label;
  }

  private static void findsTheClass() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    Expect.same("the capacity for a size of 1", 64, capacity(allocator, 1));
    Expect.same("for 64", 64, capacity(allocator, 64));
    Expect.same("for 65", 128, capacity(allocator, 65));
    Expect.same("for 1,024", 1024, capacity(allocator, 1024));
    Expect.same("for 1,025, which has no class", 1025, capacity(allocator, 1025));
    SizeClassAllocator tiny = new SizeClassAllocator(1, 2, 4);
    Expect.same("for 1, where that is a class", 1, capacity(tiny, 1));
  }

  private static void refusesWhatIsNoSize() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    for (int size : new int[] {0, -1, Integer.MIN_VALUE}) {
      Expect.that("null for a size of " + size, allocator.allocate(size) == null);
    }
  }

  private static void lendsTheLastOneFirst() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    Buffer[] small = borrow(allocator, 64, 3);
    Buffer[] large = borrow(allocator, 512, 1);
    for (Buffer buffer : new Buffer[] {small[0], small[2], large[0], small[1]}) {
      Expect.that("what was lent is taken back", allocator.release(buffer));
    }
    Expect.same("what is kept of it", 3 * 64 + 512, allocator.retained());
    Expect.same("the first one lent again", 2, label(allocator.allocate(10)));
    Expect.same("the second one", 3, label(allocator.allocate(64)));
    Expect.same("what is kept now", 64 + 512, allocator.retained());
    Expect.same("the label of a new one", 0, label(allocator.allocate(65)));
  }

  private static void lendsItAsIfItWereNew() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    Buffer first = allocator.allocate(100);
    if (first != null) {
      first.bytes.clear().position(50).order(ByteOrder.LITTLE_ENDIAN);
    }
    allocator.release(first);
    Buffer second = allocator.allocate(70);
    Expect.that("the same buffer comes again", second != null && second == first);
    if (second != null) {
      Expect.same("its position", 0, second.bytes.position());
      Expect.same("its limit", 70, second.bytes.limit());
      Expect.that("it is big-endian", second.bytes.order() == ByteOrder.BIG_ENDIAN);
    }
  }

  private static void refusesWhatItHasNotLent() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    SizeClassAllocator other = new SizeClassAllocator(64, 1024, 4096);
    Buffer mine = allocator.allocate(64);
    Buffer large = allocator.allocate(2000);
    Expect.that("null is refused", !allocator.release(null));
    Expect.that("what nobody has lent is refused", !allocator.release(new Buffer(64)));
    Expect.that("what another one has lent is refused", !other.release(mine));
    Expect.that("its own allocator takes it back", allocator.release(mine));
    Expect.that("but not twice", !allocator.release(mine));
    Expect.that("what is too large to be kept is taken back", allocator.release(large));
    Expect.that("and not twice either", !allocator.release(large));
    Expect.same("what is kept after all that", 64, allocator.retained());
  }

  private static void keepsNoMoreThanItsBound() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 200);
    for (Buffer buffer : borrow(allocator, 64, 4)) {
      allocator.release(buffer);
    }
    Expect.same("of four buffers of 64, kept within 200 bytes", 3 * 64,
        allocator.retained());
    Expect.same("the first one lent again (the fourth found no room)", 3,
        label(allocator.allocate(64)));
    Buffer large = allocator.allocate(256);
    Expect.that("one that is larger than the bound is taken back",
        allocator.release(large));
    Expect.same("and not kept", 2 * 64, allocator.retained());
  }

  private static void doesNotKeepWhatIsTooLarge() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 128, 4096);
    Buffer large = allocator.allocate(129);
    allocator.release(large);
    Expect.same("what is kept of a buffer without a class", 0, allocator.retained());
    Expect.same("the label of the next one, which is new", 0,
        label(allocator.allocate(129)));
  }

  private static void keepsNoReferenceToWhatItDrops() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 64);
    Buffer[] buffers = borrow(allocator, 64, 2);
    allocator.release(buffers[0]);
    allocator.release(buffers[1]);
    WeakReference<Buffer> dropped = new WeakReference<>(buffers[1]);
    buffers[1] = null;
    System.gc();
    Expect.that("a buffer that found no room can be collected", dropped.get() == null);
  }

  private static void trimsWhatNobodyNeeds() {
    SizeClassAllocator allocator = new SizeClassAllocator(64, 1024, 4096);
    for (Buffer buffer : borrow(allocator, 64, 4)) {
      allocator.release(buffer);
    }
    Expect.same("what the first trimming gives up", 0, allocator.trim());
    Buffer four = allocator.allocate(64);
    Buffer three = allocator.allocate(64);
    allocator.release(four);
    allocator.release(three);
    Expect.same("what the second one gives up: 1 and 2 were not needed", 2 * 64,
        allocator.trim());
    Expect.same("what is kept", 2 * 64, allocator.retained());
    Expect.same("the first one lent again", 3, label(allocator.allocate(64)));
    Expect.same("the second one", 4, label(allocator.allocate(64)));
    Expect.same("the label of the next one, which is new", 0,
        label(allocator.allocate(64)));
  }
}
