package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import allocpool.fixture.Crowd;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of every pool. */
class PoolContractTest {
  private static final int CAPACITY = 4;

  @ParameterizedTest
  @EnumSource
  void twoUsersNeverHaveTheSameObject(Tested tested) {
    tested.run(() -> {
      Pool<Message> pool = tested.pool(CAPACITY);
      for (int round = 0; round < 3; round++) {
        List<Message> taken = take(pool, CAPACITY);
        assertEquals(CAPACITY, identities(taken).size());
        taken.forEach(pool::release);
      }
    });
  }

  @ParameterizedTest
  @EnumSource
  void whatIsReleasedIsTakenAgain(Tested tested) {
    tested.run(() -> {
      Pool<Message> pool = tested.pool(CAPACITY);
      List<Message> before = take(pool, CAPACITY);
      before.forEach(pool::release);
      Set<Message> again = identities(take(pool, CAPACITY));
      again.retainAll(identities(before));
      assertEquals(tested.reuses() ? CAPACITY : 0, again.size());
    });
  }

  @ParameterizedTest
  @EnumSource
  void objectsComeInTheOrderThatIsPromised(Tested tested) {
    assumeTrue(tested.order() != Tested.Order.NONE, "the pool promises no order");
    Pool<Message> pool = tested.pool(CAPACITY);
    List<Message> taken = take(pool, CAPACITY);
    Message first = taken.get(2);
    Message second = taken.get(0);
    Message third = taken.get(3);
    pool.release(first);
    pool.release(second);
    pool.release(third);
    boolean lastFirst = tested.order() == Tested.Order.LAST_FIRST;
    assertSame(lastFirst ? third : first, pool.take());
    assertSame(second, pool.take());
    assertSame(lastFirst ? first : third, pool.take());
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyPoolMakesOrRefuses(Tested tested) {
    tested.run(() -> {
      Pool<Message> pool = tested.pool(CAPACITY);
      List<Message> taken = take(pool, CAPACITY);
      if (tested.refuses()) {
        Exception refusal = assertThrows(NoSuchElementException.class, pool::take);
        assertEquals("the pool is empty: all 4 objects are taken", refusal.getMessage());
        pool.release(taken.get(1));
        assertSame(taken.get(1), pool.take(), "one that is given back helps");
      } else {
        Set<Message> all = identities(taken);
        assertTrue(all.add(pool.take()), "the one more is another one");
      }
    });
  }

  @ParameterizedTest
  @EnumSource
  void aFullPoolKeepsWhatItMay(Tested tested) {
    assumeTrue(tested.kept(CAPACITY) >= 0, "the pool has no more, or does not say");
    tested.run(() -> {
      int more = 3 * CAPACITY;
      Pool<Message> pool = tested.pool(CAPACITY);
      List<Message> before = take(pool, more);
      before.forEach(pool::release);
      Set<Message> again = identities(take(pool, more));
      again.retainAll(identities(before));
      assertEquals(Math.min(more, tested.kept(CAPACITY)), again.size());
    });
  }

  @ParameterizedTest
  @EnumSource
  void nothingCannotBeReleased(Tested tested) {
    tested.run(() -> {
      Pool<Message> pool = tested.pool(CAPACITY);
      assertThrows(NullPointerException.class, () -> pool.release(null));
      assertEquals(CAPACITY, identities(take(pool, CAPACITY)).size(),
          "the pool has taken no harm");
    });
  }

  /**
   * Many threads share a pool, and some release objects that others took. Every touch is
   * a plain addition, so none is missing at the end only if each object had one user at a
   * time, and each user saw the previous one's writes.
   */
  @ParameterizedTest
  @EnumSource
  void threadsShareObjectsOneAfterTheOther(Tested tested) throws Exception {
    assumeTrue(tested.isShared(), "the pool is for one thread");
    int rounds = 20_000;
    int capacity = 64;
    Pool<Message> pool = tested.pool(capacity);
    Set<Message> all = ConcurrentHashMap.newKeySet();
    Set<Message> out = ConcurrentHashMap.newKeySet();
    Queue<Message> passedOn = new ConcurrentLinkedQueue<>();
    AtomicInteger users = new AtomicInteger();
    Crowd.all(() -> tested.run(() -> {
      users.incrementAndGet();
      for (int i = 0; i < rounds; i++) {
        Message mine = pool.take();
        all.add(mine);
        assertTrue(out.add(mine), "two users have the same object");
        mine.touch();
        passedOn.add(mine);
        Message other = passedOn.remove(); // there is one for each that was passed on
        other.touch();
        assertTrue(out.remove(other));
        pool.release(other);
      }
    }));
    assertEquals(2L * rounds * users.get(),
        all.stream().mapToLong(Message::touches).sum());
  }

  private static List<Message> take(Pool<Message> pool, int count) {
    return Stream.generate(pool::take).limit(count).collect(Collectors.toList());
  }

  /** Collects by identity, even if some call themselves equal. */
  private static Set<Message> identities(List<Message> objects) {
    Set<Message> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(objects);
    return set;
  }
}
