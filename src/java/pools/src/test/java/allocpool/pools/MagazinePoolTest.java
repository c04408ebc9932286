package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MagazinePoolTest {
  private final AtomicInteger made = new AtomicInteger();

  private MagazinePool<Integer> pool(int capacity, int magazineSize) {
    return new MagazinePool<>(made::incrementAndGet, capacity, magazineSize);
  }

  private static List<Integer> take(Pool<Integer> pool, int count) {
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(pool.take());
    }
    return taken;
  }

  @Test
  void itIsMadeWithAsManyObjectsAsItIsAskedFor() {
    MagazinePool<Integer> pool = pool(7, 3);
    assertEquals(7, made.get());
    take(pool, 7);
    assertEquals(7, made.get());
  }

  /** Two magazines stay with the thread that released them; the rest comes back. */
  @Test
  void whatAnotherThreadReleasesComesBackByMagazines() throws InterruptedException {
    MagazinePool<Integer> pool = pool(8, 2);
    List<Integer> taken = take(pool, 8);
    Thread other = new Thread(() -> taken.forEach(pool::release));
    other.start();
    other.join();
    List<Integer> again = take(pool, 8);
    assertEquals(12, made.get());
    again.retainAll(taken);
    assertEquals(4, again.size());
  }

  @Test
  void aSizeOutOfRangeIsRefused() {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> pool(8, 0));
    assertEquals("magazine size 0 is not in 1 to 67108864", refusal.getMessage());
  }

  @Test
  void aDepotWithoutRoomLeavesTheMagazineToItsOwner() {
    Depot<Integer> depot = new Depot<>(2, 1);
    Magazine<Integer> filled = new Magazine<>(1);
    filled.push(1);
    depot.swapForEmpty(filled);
    depot.swapForEmpty(new Magazine<>(1));
    Magazine<Integer> third = new Magazine<>(1);
    assertNull(depot.swapForEmpty(third));
    assertEquals(filled, depot.swapForFull(new Magazine<>(1)), "the first one given");
  }

  /** A magazine of an invalid size simulates lack of memory. */
  @Test
  void whoGetsNoEmptyMagazineHasTheFullOneAlone() {
    Depot<Integer> depot = new Depot<>(2, 0);
    Magazine<Integer> filled = new Magazine<>(1);
    assertThrows(IllegalArgumentException.class, () -> depot.swapForEmpty(filled));
    assertNull(depot.swapForFull(new Magazine<>(1)));
  }
}
