package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoolingAllocatorTest {
  private static final int MEGABYTE = 1 << 20;

  /** The default bound of the shared memory of a class. */
  private static final int SHARED = 4 * MEGABYTE;

  private final PoolingAllocator pool =
      new PoolingAllocator(PoolSettings.of(Memory.HEAP));

  private static List<PooledBuffer> borrow(
      BufferAllocator allocator, int count, int size) {
    List<PooledBuffer> loans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loans.add(allocator.allocate(size));
    }
    return loans;
  }

  @Test
  void whatCameBackLastIsLentFirst() {
    PooledBuffer first = pool.allocate(1000);
    PooledBuffer second = pool.allocate(1000);
    pool.release(first);
    pool.release(second);
    assertSame(second, pool.allocate(1024));
    assertSame(first, pool.allocate(513));
    assertNotSame(first, pool.allocate(512));
  }

  /** The state after two simultaneous releases that did not see each other. */
  @Test
  void aBufferThatThePoolHasTwiceIsLentOnce() {
    PooledBuffer buffer = pool.allocate(1000);
    pool.release(buffer);
    buffer.lend(1000);
    pool.release(buffer);
    assertSame(buffer, pool.allocate(1000));
    Exception found =
        assertThrows(IllegalStateException.class, () -> pool.allocate(1000));
    assertEquals(
        "this buffer of 1024 bytes is on loan already: somebody released it twice",
        found.getMessage());
    assertNotSame(buffer, pool.allocate(1000), "the next one");
    pool.release(buffer);
    assertSame(buffer, pool.allocate(1000), "the one who had it has taken no harm");
  }

  @Test
  void largeBuffersAreExactAndNotKept() {
    PooledBuffer large = pool.allocate(MEGABYTE + 1);
    assertEquals(MEGABYTE + 1, large.bytes().capacity());
    pool.release(large);
    assertNotSame(large, pool.allocate(MEGABYTE + 1));
  }

  @ParameterizedTest
  @EnumSource
  void clearingLeavesNothingBehind(Memory memory) {
    PoolingAllocator clearing = new PoolingAllocator(PoolSettings.of(memory).clearing());
    for (int size : new int[] {100, 10_000}) {
      PooledBuffer buffer = clearing.allocate(size);
      ByteBuffer whole = buffer.bytes().clear();
      while (whole.hasRemaining()) {
        whole.put((byte) 1);
      }
      clearing.release(buffer);
      assertSame(buffer, clearing.allocate(size));
      whole.clear();
      for (int i = 0; i < whole.capacity(); i++) {
        assertEquals(0, whole.get(i), "byte " + i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutClearingTheLastOnesBytesAreSeen(Memory memory) {
    PoolingAllocator careless = new PoolingAllocator(PoolSettings.of(memory));
    PooledBuffer buffer = careless.allocate(100);
    buffer.bytes().put(99, (byte) 1);
    careless.release(buffer);
    assertEquals(1, careless.allocate(100).bytes().get(99));
  }

  @Test
  void whatIsKeptIsBounded() {
    borrow(pool, 3 * SHARED / 1024, 1024).forEach(pool::release);
    assertEquals(SHARED, pool.bytesShared());
    pool.giveUp();
    assertEquals(0, pool.bytesShared());
  }

  @Test
  void whatThreadsWithoutCachesShareIsCountedAndGivenUp() {
    PoolingAllocator shared =
        new PoolingAllocator(PoolSettings.of(Memory.HEAP).sharedCaches());
    borrow(shared, 10, 1024).forEach(shared::release);
    shared.release(shared.allocate(4096));
    assertEquals(10 * 1024 + 4096, shared.bytesShared());
    shared.giveUp();
    assertEquals(0, shared.bytesShared());
    shared.release(shared.allocate(4096));
    assertEquals(4096, shared.bytesShared(), "it may be used afterwards");
  }

  /** The calling thread has nothing left; another thread keeps its own cache. */
  @Test
  void givingUpReachesAllButTheCachesOfOtherThreads() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      List<WeakReference<PooledBuffer>> theirs =
          other.submit(() -> usedBuffers(100)).get();
      List<WeakReference<PooledBuffer>> mine = usedBuffers(10);
      pool.giveUp();
      assertCollected(mine.get(0));
      assertCollected(theirs.get(0)); // the depot had it
      assertNotNull(theirs.get(99).get());
    } finally {
      other.shutdown();
    }
  }

  private List<WeakReference<PooledBuffer>> usedBuffers(int count) {
    List<PooledBuffer> loans = borrow(pool, count, 1024);
    loans.forEach(pool::release);
    return loans.stream().map(WeakReference::new).collect(Collectors.toList());
  }

  @Test
  void cachesOfOtherThreadsGiveTheirSurplusAfterwards() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      other.submit(() -> borrow(pool, 32, 1024).forEach(pool::release)).get();
      for (int i = 0; i < 2; i++) { // in the first epoch, they were needed
        pool.giveUp();
        assertEquals(0, pool.bytesShared());
        other.submit(() -> useALittle(pool)).get();
      }
      assertEquals(32 * 1024, pool.bytesShared());
    } finally {
      other.shutdown();
    }
  }

  @Test
  void whatGoesThroughTheDepotIsUsedAgain() {
    List<PooledBuffer> loans = borrow(pool, 1000, 1024);
    loans.forEach(pool::release);
    List<PooledBuffer> again = borrow(pool, 1000, 1024);
    assertTrue(loans.containsAll(again), "a buffer was made anew");
    assertEquals(1000, again.stream().distinct().count());
  }

  /** The clock stands still unless the test moves it. */
  @Test
  void surplusIsGivenUpAfterAnEpochInWhichNobodyNeededIt() {
    long[] now = {Long.MAX_VALUE}; // it will wrap, as clocks of this kind may
    PoolingAllocator patient = new PoolingAllocator(PoolSettings.of(Memory.HEAP)
        .clock(() -> now[0]).epoch(Duration.ofSeconds(1)));
    borrow(patient, 1000, 1024).forEach(patient::release);
    long most = patient.bytesShared();
    assertTrue(most > 900 * 1024, "kept " + most);

    now[0] += 1_000_000_000;
    useALittle(patient);
    assertEquals(most, patient.bytesShared(), "they were needed in the first epoch");

    List<PooledBuffer> needed = borrow(patient, 500, 1024);
    needed.forEach(patient::release);
    now[0] += 1_000_000_000;
    useALittle(patient);
    long half = patient.bytesShared();
    assertTrue(half > 400 * 1024 && half < 600 * 1024, "kept " + half);

    now[0] += 1_000_000_000;
    useALittle(patient);
    assertEquals(16 * 1024, patient.bytesShared(), "what this thread gave just now");

    for (int epoch = 0; epoch < 2; epoch++) {
      now[0] += 1_000_000_000;
      useALittle(patient);
    }
    assertEquals(0, patient.bytesShared());
  }

  /** Uses another size until a cache looks at the clock. */
  private static void useALittle(BufferAllocator allocator) {
    for (int i = 0; i < BufferCache.PUTS_PER_LOOK; i++) {
      allocator.release(allocator.allocate(64));
    }
  }

  /** The buffers in this thread's cache stay, unless they were given up before. */
  @Test
  void aForgottenPoolIsCollectedThoughThisThreadHasUsedIt() throws InterruptedException {
    assertCollected(usedAndForgotten());
  }

  private static void assertCollected(WeakReference<?> forgotten)
      throws InterruptedException {
    for (int i = 0; forgotten.get() != null && i < 500; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNull(forgotten.get());
  }

  private static WeakReference<PoolingAllocator> usedAndForgotten() {
    PoolingAllocator pool = new PoolingAllocator(PoolSettings.of(Memory.HEAP));
    pool.release(pool.allocate(100));
    return new WeakReference<>(pool);
  }

  @Test
  void theCacheOfAThreadGoesWithIt() throws InterruptedException {
    List<WeakReference<PooledBuffer>> cached = new ArrayList<>();
    Thread user = new Thread(() -> {
      PooledBuffer buffer = pool.allocate(100);
      cached.add(new WeakReference<>(buffer));
      pool.release(buffer);
    });
    user.start();
    user.join();
    assertCollected(cached.get(0));
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    PoolSettings settings = PoolSettings.of(Memory.HEAP);
    assertThrows(IllegalArgumentException.class, () -> settings.bytesPerThread(-1));
    assertThrows(IllegalArgumentException.class, () -> settings.bytesShared(-1));
    assertThrows(IllegalArgumentException.class, () -> settings.epoch(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> settings.stripes(3));
    assertThrows(IllegalArgumentException.class, () -> settings.stripes(128));
    assertThrows(IllegalArgumentException.class,
        () -> new PoolingAllocator(PoolSettings.of(Memory.HEAP).sizes(3, 5)));
  }

  /** The bounds stated in the settings' documentation. */
  @Test
  void theUsualBoundsAreAsPromised() {
    PoolSettings usual = PoolSettings.of(Memory.HEAP);
    long perThread = 0;
    long shared = 0;
    for (int capacity = usual.smallest; capacity <= usual.largest; capacity *= 2) {
      int own = 2 * usual.perMagazine(capacity);
      int common = usual.magazines(capacity) * usual.perMagazine(capacity);
      assertTrue(own >= 2 && own <= 32 && common <= 4096, "capacity " + capacity);
      perThread += (long) own * capacity;
      shared += (long) common * capacity;
    }
    assertTrue(perThread < 4 * MEGABYTE, "a thread keeps " + perThread);
    assertTrue(shared < 64 * MEGABYTE, "all keep " + shared);
  }

  @Test
  void theSmallestBoundsKeepTwoBuffersAndTwoMagazines() {
    PoolingAllocator small = new PoolingAllocator(
        PoolSettings.of(Memory.HEAP).bytesPerThread(0).bytesShared(0));
    borrow(small, 100, 1024).forEach(small::release);
    assertEquals(2 * 1024, small.bytesShared());
  }
}
