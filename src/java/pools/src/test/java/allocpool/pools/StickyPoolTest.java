package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StickyPoolTest {
  private static final int PATIENCE = 50;

  private final AtomicInteger made = new AtomicInteger();

  private StickyPool<Integer> pool(int capacity, WhenEmpty whenEmpty) {
    return new StickyPool<>(made::incrementAndGet, capacity, whenEmpty);
  }

  /** Once it has grown, a pool needs no more objects, in whatever order they are used. */
  @Test
  void aPoolGrowsToWhatItsUsersNeed() {
    StickyPool<Integer> pool = pool(1, WhenEmpty.GROW);
    for (int round = 0; round < 3; round++) {
      Set<Integer> taken = new HashSet<>();
      while (taken.size() < 100) {
        taken.add(pool.take());
      }
      taken.forEach(pool::release);
      assertEquals(100, made.get());
    }
  }

  @ParameterizedTest
  @EnumSource(value = WhenEmpty.class, names = {"GROW", "REFUSE"})
  void moreReleasesThanObjectsAreNoticed(WhenEmpty whenEmpty) {
    StickyPool<Integer> pool = pool(2, whenEmpty);
    Integer one = pool.take();
    pool.release(one);
    Exception misuse =
        assertThrows(IllegalStateException.class, () -> pool.release(one));
    assertEquals("the pool is full with 2 objects: more were released than taken",
        misuse.getMessage());
  }

  @Test
  void anObjectIsFoundInAnotherSlotThanItWasTakenFrom() {
    StickyPool<Integer> pool = pool(2, WhenEmpty.REFUSE);
    Integer second = pool.take();
    Integer first = pool.take();
    pool.release(second);
    pool.release(first);
    assertSame(first, pool.take());
    assertSame(second, pool.take());
  }

  @Test
  void aLostObjectIsAliveUntilItIsForgotten() throws InterruptedException {
    StickyPool<Object> pool = new StickyPool<>(Object::new, 2, WhenEmpty.MAKE);
    Object kept = pool.take();
    WeakReference<Object> lost = new WeakReference<>(pool.take());
    System.gc();
    assertNotNull(lost.get(), "its slot refers to it");
    pool.forgetTaken();
    for (int i = 0; i < PATIENCE && lost.get() != null; i++) {
      System.gc();
      Thread.sleep(i);
    }
    assertNull(lost.get());
    pool.release(kept);
    assertSame(kept, pool.take(), "what was forgotten may come back");
  }

  @Test
  void whatIsFreeIsNotForgotten() {
    StickyPool<Integer> pool = pool(3, WhenEmpty.REFUSE);
    pool.release(pool.take());
    pool.forgetTaken();
    assertEquals(Set.of(1, 2, 3), Set.of(pool.take(), pool.take(), pool.take()));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, (1 << 26) + 1})
  void aCapacityOutOfRangeIsRefused(int capacity) {
    Exception refusal = assertThrows(
        IllegalArgumentException.class, () -> pool(capacity, WhenEmpty.MAKE));
    assertEquals("capacity " + capacity + " is not in 1 to 67108864",
        refusal.getMessage());
    assertEquals(0, made.get());
  }
}
