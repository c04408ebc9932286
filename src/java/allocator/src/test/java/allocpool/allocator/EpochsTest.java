package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.fixture.Crowd;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The clock stands still unless a test moves it. */
class EpochsTest {
  private static final int LENGTH = 10;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE); // it will wrap
  private final Depot depot = new Depot(4, 1);
  private final Epochs epochs = new Epochs(now::get, LENGTH, new Depot[] {depot});

  @Test
  void anEpochLastsAsLongAsItWasAskedFor() {
    int first = epochs.current();
    now.addAndGet(LENGTH - 1);
    assertEquals(first, epochs.current());
    now.incrementAndGet();
    int second = epochs.current();
    assertNotEquals(first, second);
    now.addAndGet(LENGTH - 1);
    assertEquals(second, epochs.current(), "it begins when the first is found over");
  }

  @Test
  void depotsAreTrimmedAtItsEnd() {
    depot.give(new PooledBuffer[] {new PooledBuffer(ByteBuffer.allocate(1), this, 0)});
    for (int kept : new int[] {1, 0}) {
      now.addAndGet(LENGTH);
      epochs.current();
      assertEquals(kept, depot.buffers());
    }
  }

  @Test
  void anEpochThatIsEndedEarlyIsFollowedByAWholeOne() {
    int first = epochs.current();
    now.addAndGet(LENGTH - 1);
    epochs.endEarly();
    int second = epochs.current();
    assertNotEquals(first, second);
    now.addAndGet(LENGTH - 1);
    assertEquals(second, epochs.current());
    now.incrementAndGet();
    assertNotEquals(second, epochs.current());
  }

  /** Two threads beginning the same one would give more epochs than fit into the time. */
  @Test
  void ofManyThatFindAnEpochOverOneBeginsTheNext() throws Exception {
    int first = epochs.current();
    long before = now.get();
    Crowd.all(() -> {
      for (int i = 0; i < 20_000; i++) {
        now.incrementAndGet();
        epochs.current();
      }
    });
    int begun = epochs.current() - first;
    long room = (now.get() - before) / LENGTH;
    assertTrue(begun > 0 && begun <= room, begun + " epochs in the time of " + room);
  }
}
