package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckingPoolTest {
  private final CheckingPool<String> pool = checked(new StickyPool<>(
      () -> new String("same"), 2, WhenEmpty.REFUSE));

  private static CheckingPool<String> checked(Pool<String> inside) {
    return new CheckingPool<>(inside);
  }

  @Test
  void whatIsReleasedTwiceIsNoticedAndChangesNothing() {
    String one = pool.take();
    pool.release(one);
    Exception misuse =
        assertThrows(IllegalStateException.class, () -> pool.release(one));
    assertTrue(misuse.getMessage().matches("String@[0-9a-f]+ was released twice"),
        misuse.getMessage());
    assertNotSame(pool.take(), pool.take());
  }

  /** Without checking, the same mistake gives one object to two users. */
  @Test
  void whatIsReleasedTwiceIsTakenTwice() {
    Pool<String> unchecked = new DequeStackPool<>(() -> new String("same"), 2);
    String one = unchecked.take();
    unchecked.take();
    unchecked.release(one);
    unchecked.release(one);
    assertSame(unchecked.take(), unchecked.take());
  }

  @Test
  void whatWasNeverTakenIsRefusedThoughItIsEqual() {
    pool.take();
    Exception misuse = assertThrows(IllegalArgumentException.class,
        () -> pool.release(new String("same")));
    assertTrue(misuse.getMessage().matches("String@[0-9a-f]+ is not of this pool"),
        misuse.getMessage());
  }

  @Test
  void whatIsNotGivenBackIsKnown() {
    String leaked = pool.take();
    pool.release(pool.take());
    List<String> taken = pool.taken();
    assertEquals(1, taken.size());
    assertSame(leaked, taken.get(0));
    pool.release(leaked);
    assertEquals(List.of(), pool.taken());
  }

  @Test
  void aPoolThatGivesAnObjectTwiceIsFoundOut() {
    String only = "only";
    CheckingPool<String> broken = checked(new FreshPool<>(() -> only));
    broken.take();
    Exception found = assertThrows(IllegalStateException.class, broken::take);
    assertTrue(found.getMessage().endsWith(" was given to two users"),
        found.getMessage());
    assertEquals(Set.of(only), Set.copyOf(broken.taken()));
  }
}
