package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.Crowd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueueLifeTest {
  private final FakeBinding binding = new FakeBinding();

  private NativeQueue queue() {
    return NativeQueue.start(
        binding, QueueKind.RUN_RING, Access.CALL, 1, Pace.at(1000), 0);
  }

  @Test
  void isStoppedOnceAndThenFreedOnce() {
    NativeQueue queue = queue();
    queue.stop();
    queue.stop();
    assertEquals(List.of("stop"), binding.calls());
    queue.close();
    queue.close();
    assertEquals(List.of("stop", "free"), binding.calls());
  }

  @Test
  void remembersItsLastStall() {
    NativeQueue queue = queue();
    queue.close();
    assertEquals(FakeBinding.STALL, queue.longestStallNanos(true));
  }

  @Test
  void isStoppedOnceByManyThreads() throws Exception {
    NativeQueue queue = queue();
    Crowd.all(queue::close);
    assertEquals(List.of("stop", "free"), binding.calls());
  }

  /** The collector finds it, and its thread is stopped before the memory is freed. */
  @Test
  void aForgottenQueueIsClosed() throws InterruptedException {
    queue();
    for (int i = 0; binding.calls().size() < 2 && i < 500; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(List.of("stop", "free"), binding.calls());
  }

  @Test
  void whatDoesNotStartIsFreed() {
    binding.failing = true;
    assertThrows(IllegalStateException.class, this::queue);
    assertEquals(List.of("free"), binding.calls());
  }
}
