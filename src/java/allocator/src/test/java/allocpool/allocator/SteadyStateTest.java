package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In the long run nothing is allocated, in the caches and through the depot. */
class SteadyStateTest {
  private static final int BURST = 100; // more than a cache holds
  private static final int ROUNDS = 2_000;
  private static final int WINDOWS = 5;
  private static final int SETTLING = 3; // epochs
  private static final int EPOCHS = 5;

  private final ThreadMXBean threads =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<PoolSettings> settings() {
    return Stream.of(
        PoolSettings.of(Memory.HEAP),
        PoolSettings.of(Memory.HEAP).clearing(),
        PoolSettings.of(Memory.DIRECT),
        PoolSettings.of(Memory.HEAP).sharedCaches());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void burstsAllocateNothing(PoolSettings settings) {
    PoolingAllocator pool = new PoolingAllocator(settings);
    PooledBuffer[] loans = new PooledBuffer[BURST];
    use(pool, loans);
    // A virtual machine that is still warming up allocates a few kilobytes on this thread
    // now and then, once each. What the pool allocates, it allocates in every window.
    long fewest = Long.MAX_VALUE;
    for (int window = 0; window < WINDOWS; window++) {
      long before = allocated();
      use(pool, loans);
      fewest = Math.min(fewest, allocated() - before);
    }
    // A buffer that was not reused would cost 1,024 bytes or more in each round.
    assertTrue(fewest < ROUNDS, fewest + " bytes in " + ROUNDS + " rounds");
  }

  static Stream<PoolSettings> settingsOfTwo() {
    return Stream.of(
        PoolSettings.of(Memory.HEAP),
        PoolSettings.of(Memory.HEAP).bytesPerThread(8192), // magazines of four
        PoolSettings.of(Memory.HEAP).sharedCaches());
  }

  /** One thread only allocates, another only releases, and epochs end meanwhile. */
  @ParameterizedTest
  @MethodSource("settingsOfTwo")
  void buffersThatAnotherThreadReleasesAreNotMadeAnew(PoolSettings settings)
      throws Exception {
    AtomicLong now = new AtomicLong();
    PoolingAllocator pool = new PoolingAllocator(
        settings.clock(now::get).epoch(Duration.ofNanos(1)));
    Set<PooledBuffer> made = Collections.newSetFromMap(new IdentityHashMap<>());
    ExecutorService releasing = Executors.newSingleThreadExecutor();
    try {
      for (int epoch = 0; epoch < SETTLING + EPOCHS; epoch++) {
        now.incrementAndGet();
        int before = made.size();
        for (int released = 0; released < 3 * BufferCache.PUTS_PER_LOOK;
            released += BURST) {
          List<PooledBuffer> loans = Stream.generate(() -> pool.allocate(1024))
              .limit(BURST).collect(Collectors.toList());
          made.addAll(loans);
          releasing.submit(() -> loans.forEach(pool::release)).get();
        }
        if (epoch >= SETTLING) {
          assertEquals(before, made.size(), "buffers, in epoch " + epoch);
        }
      }
    } finally {
      releasing.shutdown();
    }
  }

  private static void use(PoolingAllocator pool, PooledBuffer[] loans) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < loans.length; i++) {
        loans[i] = pool.allocate(1024);
      }
      for (PooledBuffer loan : loans) {
        pool.release(loan);
      }
    }
  }

  private long allocated() {
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
