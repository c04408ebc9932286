package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadLocalPoolTest {
  private final AtomicInteger made = new AtomicInteger();
  private final ThreadLocalPool<Integer> pool =
      new ThreadLocalPool<>(made::incrementAndGet, 4);
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    other.shutdown();
  }

  @Test
  void everyThreadHasItsOwnObjects() throws Exception {
    Integer mine = pool.take();
    assertEquals(4, made.get(), "none for threads that have not asked");
    Integer theirs = other.submit(pool::take).get();
    assertEquals(8, made.get());
    other.submit(() -> pool.release(theirs)).get();
    pool.release(mine);
    assertSame(mine, pool.take());
    assertSame(theirs, other.submit(pool::take).get());
  }

  /** Objects that go only one way are always new, however many are at the other end. */
  @Test
  void whatAnotherThreadReleasesDoesNotComeBack() throws Exception {
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Integer object = pool.take();
      assertTrue(taken.add(object), "it has come back");
      other.submit(() -> pool.release(object)).get();
    }
    assertEquals(100 + 4, made.get(), "one each, and those that the other one had");
  }

  @Test
  void aCapacityOutOfRangeIsRefusedAtOnce() {
    Exception refusal = assertThrows(IllegalArgumentException.class,
        () -> new ThreadLocalPool<>(made::incrementAndGet, 0));
    assertEquals("capacity 0 is not in 1 to 67108864", refusal.getMessage());
  }
}
