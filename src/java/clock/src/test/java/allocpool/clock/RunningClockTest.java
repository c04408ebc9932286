package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RunningClockTest {
  private final List<Long> stopped = new ArrayList<>();
  private final RunningClock clock =
      RunningClock.start(() -> 42, (handle, reset) -> handle * 1000, stopped::add);

  @Test
  void isStoppedOnce() {
    assertFalse(clock.stopped());
    clock.stop();
    clock.stop();
    assertTrue(clock.stopped());
    assertEquals(List.of(42L), stopped);
  }

  @Test
  void remembersItsLastStall() {
    clock.stop();
    assertEquals(42_000, clock.longestStallNanos(true), "not asked of the dead handle");
  }

  @Test
  void isStoppedOnceByManyThreads() throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread = new Thread(() -> {
        try {
          start.await();
          clock.stop();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(42L), stopped);
  }
}
