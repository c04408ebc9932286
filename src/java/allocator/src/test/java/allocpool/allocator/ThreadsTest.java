package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import allocpool.fixture.Crowd;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadsTest {
  private static final int ROUNDS = 20_000;
  private static final int MANY = 10_000;
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  static Stream<PoolSettings> settings() {
    return Stream.of(
        PoolSettings.of(Memory.HEAP),
        PoolSettings.of(Memory.HEAP).bytesPerThread(0), // to the depot each second time
        PoolSettings.of(Memory.HEAP).sharedCaches(),
        PoolSettings.of(Memory.DIRECT).sharedCaches().bytesPerThread(0));
  }

  /**
   * Each thread stamps the buffers that it gets, and exchanges them with other threads'
   * in a few places. All of a buffer's stamps are equal: no other thread writes to it.
   */
  @ParameterizedTest
  @MethodSource("settings")
  void buffersThatAreHandedOverHaveOneUserAtATime(PoolSettings settings)
      throws Exception {
    PoolingAllocator pool = new PoolingAllocator(settings);
    AtomicReferenceArray<PooledBuffer> places = new AtomicReferenceArray<>(4);
    Crowd.all(() -> swap(pool, places, ROUNDS));
  }

  /** The same with every loan watched, and without misuse. */
  @Test
  void watchedBuffersThatAreHandedOverAreNotComplainedOf() throws Exception {
    RecordedMisuse misuse = new RecordedMisuse();
    CheckingAllocator checking = new CheckingAllocator(
        new PoolingAllocator(PoolSettings.of(Memory.HEAP)), 1, misuse);
    AtomicReferenceArray<PooledBuffer> places = new AtomicReferenceArray<>(4);
    Crowd.all(() -> swap(checking, places, ROUNDS / 10));
    for (int i = 0; i < places.length(); i++) {
      PooledBuffer last = places.get(i);
      if (last != null) {
        checking.release(last);
      }
    }
    checking.lookNow();
    assertEquals(List.of(), misuse.heard);
  }

  private static void swap(
      BufferAllocator allocator, AtomicReferenceArray<PooledBuffer> places, int rounds) {
    Random random = new Random(Thread.currentThread().getId());
    for (int i = 0; i < rounds; i++) {
      PooledBuffer mine = allocator.allocate(1000);
      long stamp = random.nextLong();
      mine.bytes().putLong(0, stamp).putLong(992, stamp);
      PooledBuffer other = places.getAndSet(random.nextInt(places.length()), mine);
      if (other != null) {
        assertEquals(other.bytes().getLong(0), other.bytes().getLong(992));
        allocator.release(other);
      }
    }
  }

  /** One thread allocates, another releases: the buffers have to find their way back. */
  @Test
  void buffersGoRoundBetweenAProducerAndAConsumer() throws Exception {
    PoolingAllocator pool = new PoolingAllocator(PoolSettings.of(Memory.HEAP));
    AtomicReferenceArray<PooledBuffer> place = new AtomicReferenceArray<>(1);
    Thread consumer = new Thread(() -> {
      for (int i = 0; i < ROUNDS; i++) {
        PooledBuffer next = place.getAndSet(0, null);
        while (next == null) {
          Thread.yield();
          next = place.getAndSet(0, null);
        }
        pool.release(next);
      }
    });
    consumer.start();
    Set<PooledBuffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < ROUNDS; i++) {
      PooledBuffer next = pool.allocate(1000);
      seen.add(next);
      while (!place.compareAndSet(0, null, next)) {
        Thread.yield();
      }
    }
    consumer.join();
    assertTrue(seen.size() < 200, seen.size() + " buffers were made");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 31, 32, 33, 1000})
  void thereAreStripesForTwiceTheCores(int cores) {
    int stripes = Caches.stripeCount(cores);
    assertEquals(1, Integer.bitCount(stripes));
    assertTrue(stripes == 64 || stripes >= 2 * cores && stripes < 4 * cores + 1);
  }

  /** With a cache for each thread, each would have kept a buffer. */
  @Test
  void threadsThatShareCachesDoNotMultiplyThem() throws Exception {
    PoolingAllocator pool =
        new PoolingAllocator(PoolSettings.of(Memory.HEAP).sharedCaches());
    assertFewBuffers(pool, task -> {
      Thread thread = new Thread(task);
      thread.start();
      return thread;
    });
  }

  @Test
  void virtualThreadsDoNotMultiplyCaches() throws Exception {
    Starter starter = virtualThreads();
    boolean[] found = {false};
    starter.start(() -> found[0] = VirtualThreads.isCurrent()).join();
    assertTrue(found[0]);
    assertFewBuffers(new PoolingAllocator(PoolSettings.of(Memory.HEAP)), starter);
  }

  /** All threads hold a buffer at the same time, and live on without it. */
  @Test
  void whatTenThousandVirtualThreadsLeaveBehindIsBounded() throws Exception {
    Starter starter = virtualThreads();
    PoolSettings settings =
        PoolSettings.of(Memory.HEAP).bytesShared(1024 * 1024).clock(() -> 0);
    PoolingAllocator pool = new PoolingAllocator(settings);
    CountDownLatch allHaveOne = new CountDownLatch(MANY);
    CountDownLatch allAreDone = new CountDownLatch(MANY);
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      threads.add(starter.start(() -> {
        PooledBuffer buffer = pool.allocate(1000);
        allHaveOne.countDown();
        await(allHaveOne);
        pool.release(buffer);
        allAreDone.countDown();
        await(end);
      }));
    }
    await(allAreDone);
    long kept = pool.bytesShared() / 1024;
    assertTrue(threads.stream().allMatch(Thread::isAlive));
    end.countDown();
    int shared = settings.magazines(1024) * settings.perMagazine(1024);
    int inStripes = settings.stripes * 2 * settings.perMagazine(1024);
    assertTrue(kept >= shared && kept <= shared + inStripes, kept + " buffers are kept");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static Starter virtualThreads() {
    Method start = Arrays.stream(Thread.class.getMethods())
        .filter(method -> method.getName().equals("startVirtualThread"))
        .findFirst().orElse(null);
    assumeTrue(start != null, "Java " + System.getProperty("java.version")
        + " has no virtual threads");
    return task -> (Thread) start.invoke(null, task);
  }

  @Test
  void thisThreadIsNotVirtual() {
    assertFalse(VirtualThreads.isCurrent());
  }

  private static void assertFewBuffers(PoolingAllocator pool, Starter starter)
      throws Exception {
    Set<PooledBuffer> seen =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    for (int i = 0; i < 1000; i++) {
      starter.start(() -> {
        PooledBuffer buffer = pool.allocate(1000);
        seen.add(buffer);
        pool.release(buffer);
      }).join();
    }
    assertTrue(seen.size() <= Caches.stripeCount(CORES), seen.size() + " were made");
  }

  /** Starts threads of one kind. */
  private interface Starter {
    Thread start(Runnable task) throws Exception;
  }
}
