package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.Crowd;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CheckingAllocatorTest {
  private static final int PATIENCE_MS = 10_000;

  private final RecordedMisuse misuse = new RecordedMisuse();
  private final PoolingAllocator pool =
      new PoolingAllocator(PoolSettings.of(Memory.HEAP));
  private final CheckingAllocator checking = new CheckingAllocator(pool, 1, misuse);

  private static boolean leadsTo(Throwable site, String method) {
    return Arrays.stream(site.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  @Test
  void rightUseIsNotComplainedOf() throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      PooledBuffer buffer = checking.allocate(1000);
      buffer.bytes().putInt(i);
      checking.release(buffer);
    }
    collect(() -> false);
    assertEquals(List.of(), misuse.heard);
  }

  /** The pool alone would end the other user's loan. */
  @Test
  void aSecondReleaseIsFoundThoughSomebodyElseHasTheBuffer() {
    PooledBuffer mine = checking.allocate(1000);
    ByteBuffer bytes = mine.bytes();
    releasedFirst(mine);
    checking.lookNow();
    PooledBuffer theirs = checking.allocate(1000);
    assertSame(bytes, theirs.bytes());
    Exception found = assertThrows(
        IllegalStateException.class, () -> checking.release(mine));
    assertTrue(leadsTo(found.getCause(), "releasedFirst"));
    assertTrue(leadsTo(found.getSuppressed()[0],
        "aSecondReleaseIsFoundThoughSomebodyElseHasTheBuffer"));
    checking.release(theirs);
  }

  @Test
  void aUseOfTheHandleAfterTheReleaseIsRefused() {
    PooledBuffer buffer = checking.allocate(1 << 21);
    releasedFirst(buffer);
    Exception found = assertThrows(IllegalStateException.class, buffer::bytes);
    assertEquals("a buffer is used after its release", found.getMessage());
    assertTrue(leadsTo(found.getCause(), "releasedFirst"));
    assertTrue(leadsTo(found.getSuppressed()[0],
        "aUseOfTheHandleAfterTheReleaseIsRefused"));
  }

  private void releasedFirst(PooledBuffer buffer) {
    checking.release(buffer);
  }

  @Test
  void ofManyThatReleaseABufferOneSucceeds() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger members = new AtomicInteger();
    PooledBuffer buffer = checking.allocate(1000);
    Crowd.all(() -> {
      members.incrementAndGet();
      try {
        checking.release(buffer);
      } catch (IllegalStateException late) {
        refused.incrementAndGet();
      }
    });
    assertEquals(members.get() - 1, refused.get());
  }

  static Stream<Named<Function<ByteBuffer, Consumer<Byte>>>> views() {
    return Stream.of(
        view("itself", bytes -> value -> bytes.put(5, value)),
        view("a duplicate", bytes -> {
          ByteBuffer duplicate = bytes.duplicate();
          return value -> duplicate.put(5, value);
        }),
        view("a slice", bytes -> {
          ByteBuffer slice = bytes.position(3).slice();
          return value -> slice.put(2, value);
        }),
        view("its array", bytes -> value -> bytes.array()[5] = value));
  }

  private static Named<Function<ByteBuffer, Consumer<Byte>>> view(
      String name, Function<ByteBuffer, Consumer<Byte>> view) {
    return Named.of(name, view);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aWriteAfterTheReleaseIsFoundAndTheBufferIsNotLentAgain(
      Function<ByteBuffer, Consumer<Byte>> view) {
    PooledBuffer buffer = checking.allocate(1000);
    ByteBuffer bytes = buffer.bytes();
    Consumer<Byte> writer = view.apply(bytes);
    releasedFirst(buffer);
    writer.accept((byte) 1);
    checking.lookNow();
    assertEquals(List.of("written at 5"), misuse.heard);
    assertTrue(leadsTo(misuse.sites.get(1), "releasedFirst"));
    assertNotSame(bytes, checking.allocate(1000).bytes());
  }

  /** Buffers that have left are not checked any more; the waiting ones are bounded. */
  @Test
  void buffersLeaveTheQuarantineInTime() {
    PooledBuffer buffer = checking.allocate(1 << 18);
    ByteBuffer bytes = buffer.bytes().put(0, (byte) 1);
    checking.release(buffer);
    assertEquals(Quarantine.PATTERN, bytes.get(0));
    bytes.put(0, (byte) 1);
    for (int i = 0; i < 4; i++) {
      assertEquals(List.of(), misuse.heard, "after " + i);
      checking.release(checking.allocate(1 << 18));
    }
    assertEquals(List.of("written at 0"), misuse.heard);
  }

  /** The call that found the damage throws it; the other buffers are checked later. */
  @Test
  void whatTheListenerThrowsIsThrown() {
    CheckingAllocator strict = new CheckingAllocator(pool, 1, new MisuseListener() {
      @Override
      public void leaked(int size, Throwable allocatedAt) {
        throw new AssertionError("nothing is leaked");
      }

      @Override
      public void writtenAfterRelease(
          int index, Throwable allocatedAt, Throwable releasedAt) {
        throw new IllegalStateException("written at " + index);
      }
    });
    PooledBuffer first = strict.allocate(1000);
    PooledBuffer second = strict.allocate(1000);
    ByteBuffer damaged = first.bytes();
    ByteBuffer other = second.bytes();
    strict.release(first);
    strict.release(second);
    damaged.put(5, (byte) 1);
    Exception found = assertThrows(IllegalStateException.class, strict::lookNow);
    assertEquals("written at 5", found.getMessage());
    strict.lookNow();
    assertSame(other, pool.allocate(1000).bytes(), "it has left the quarantine");
    assertNotSame(damaged, pool.allocate(1000).bytes());
  }

  /** A documented limit: such a buffer is not guarded. */
  @Test
  void aBufferLargerThanTheQuarantineLeavesItAtOnce() {
    PooledBuffer large = checking.allocate((1 << 20) + 1);
    ByteBuffer bytes = large.bytes();
    checking.release(large);
    bytes.put(0, (byte) 1);
    checking.lookNow();
    assertEquals(List.of(), misuse.heard);
  }

  @Test
  void aBufferLargerThanTheQuarantineDrivesNobodyOut() {
    PooledBuffer small = checking.allocate(1000);
    ByteBuffer bytes = small.bytes();
    checking.release(small);
    checking.release(checking.allocate(1 << 21));
    bytes.put(5, (byte) 1);
    checking.lookNow();
    assertEquals(List.of("written at 5"), misuse.heard);
  }

  /** Filling a buffer, and checking it, takes long: no lock is held meanwhile. */
  @Test
  void whoIsToldOfDamageHoldsUpNobody() throws Exception {
    PooledBuffer damaged = checking.allocate(1000);
    ByteBuffer bytes = damaged.bytes();
    checking.release(damaged);
    bytes.put(0, (byte) 1);
    PooledBuffer other = checking.allocate(1000);
    misuse.meanwhile = () -> {
      Thread others = new Thread(() -> checking.release(other));
      others.start();
      joined(others);
    };
    checking.lookNow();
    assertEquals(List.of("written at 0"), misuse.heard);
  }

  private static void joined(Thread thread) {
    try {
      thread.join(PATIENCE_MS);
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
    assertFalse(thread.isAlive(), "it waits");
  }

  @Test
  void aLoanThatNobodyCanEndIsALeak() throws InterruptedException {
    forgotten();
    collect(() -> !misuse.heard.isEmpty());
    assertEquals(List.of("leaked 77"), misuse.heard);
    assertTrue(leadsTo(misuse.sites.get(0), "forgotten"));
  }

  private void forgotten() {
    checking.allocate(77).bytes().put((byte) 1);
  }

  private void collect(BooleanSupplier enough)
      throws InterruptedException {
    for (int i = 0; !enough.getAsBoolean() && i < 20; i++) {
      System.gc();
      Thread.sleep(10);
      checking.lookNow();
    }
  }

  @Test
  void aWatchedBufferIsNoBufferOfThePool() {
    PooledBuffer watched = checking.allocate(1000);
    assertThrows(IllegalArgumentException.class, () -> pool.release(watched));
    checking.release(watched);
  }

  @Test
  void oneInSoManyIsWatched() {
    CheckingAllocator seldom = new CheckingAllocator(pool, 100, misuse);
    int watched = 0;
    for (int i = 0; i < 100_000; i++) {
      PooledBuffer buffer = seldom.allocate(64);
      watched += buffer instanceof WatchedBuffer ? 1 : 0;
      seldom.release(buffer);
    }
    assertTrue(watched > 800 && watched < 1200, watched + " of 100000");
  }

  @Test
  void aShareThatIsNoneIsRefused() {
    Exception refusal = assertThrows(IllegalArgumentException.class,
        () -> new CheckingAllocator(pool, 0, misuse));
    assertEquals("one loan in 0 was to be watched; it is one in 1 or more",
        refusal.getMessage());
  }
}
