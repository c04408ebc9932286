package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.clock.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real queues by JNI, if the library was built; skipped otherwise. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeQueueTest {
  private static Binding binding;

  @BeforeAll
  static void libraryWasBuilt() {
    Path library = Path.of(
        System.getProperty(NativeLibrary.FOLDER_PROPERTY, ""),
        System.mapLibraryName("queues"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    binding = JniBinding.load();
  }

  private static List<Integer> take(TickReader reader, int count) {
    List<Integer> numbers = new ArrayList<>();
    while (numbers.size() < count) {
      int polled = reader.poll();
      for (int i = 0; i < polled; i++) {
        numbers.add(reader.get(i));
      }
      if (polled > 0) {
        reader.release();
      }
    }
    return numbers.subList(0, count);
  }

  private static NativeQueue start(
      QueueKind kind, Access access, int capacity, double nanoseconds, int firstTick) {
    return NativeQueue.start(
        binding, kind, access, capacity, Pace.at(nanoseconds), firstTick);
  }

  /** Around 0, where a run ring's first run begins, 2^31, and 2^32, where they wrap. */
  @ParameterizedTest
  @EnumSource
  void ticksAreNumberedFromTheFirstOneAndWrap(QueueKind kind) {
    for (Access access : Access.values()) {
      for (int first : new int[] {0, 1, Integer.MAX_VALUE - 100, -100}) {
        try (NativeQueue queue = start(kind, access, 1_000_000, 10_000, first)) {
          List<Integer> numbers = take(queue.reader(), 200);
          for (int i = 0; i < numbers.size(); i++) {
            assertEquals(first + i, numbers.get(i), access + " from " + first);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTinyQueueLosesWhatIsLate(QueueKind kind) throws InterruptedException {
    try (NativeQueue queue = start(kind, Access.MEMORY, 2, 10_000, 0)) {
      take(queue.reader(), 1);
      Thread.sleep(20);
      int last = 0;
      int received = 0;
      while (last < 1000) {
        last = take(queue.reader(), 1).get(0);
        received++;
      }
      assertTrue(received < last, "nothing was lost in 20 ms with a queue of 2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasHandedOverIsThereAfterTheEnd(QueueKind kind) throws InterruptedException {
    try (NativeQueue queue = start(kind, Access.MEMORY, 1000, 1000, 0)) {
      List<Integer> numbers = new ArrayList<>();
      while (numbers.isEmpty()) {
        numbers.addAll(Pair.drain(queue.reader()));
      }
      Thread.sleep(10);
      queue.stop();
      queue.stop();
      numbers.addAll(Pair.drain(queue.reader()));
      assertEquals(0, numbers.get(0));
      for (int i = 1; i < numbers.size(); i++) {
        assertTrue(numbers.get(i) > numbers.get(i - 1), kind + " after " + i);
      }
      assertEquals(0, queue.reader().poll());
      assertTrue(queue.longestStallNanos(true) > 0);
    }
  }

  /** A queue ended by the collector would soon have no ticks left. */
  @Test
  void whoKeepsOnlyTheReaderKeepsTheClock() throws InterruptedException {
    TickReader reader = start(QueueKind.RUN_RING, Access.MEMORY, 1000, 1000, 0).reader();
    for (int collection = 0; collection < 5; collection++) {
      System.gc();
      Thread.sleep(20);
    }
    take(reader, 10_000);
  }

  @Test
  void aStoppedQueueCannotBeCalled() {
    try (NativeQueue queue = start(QueueKind.RUN_RING, Access.CALL, 10, 1000, 0)) {
      take(queue.reader(), 1);
      queue.stop();
      assertThrows(IllegalStateException.class, () -> queue.reader().poll());
    }
  }

  /** One thread polls all the time, while others close the queue twice. */
  @ParameterizedTest
  @EnumSource
  void closingFromOtherThreadsDoesNotDisturbAReader(QueueKind kind)
      throws InterruptedException {
    NativeQueue queue = start(kind, Access.MEMORY, 100, 1, 0);
    take(queue.reader(), 1);
    List<Thread> closers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread closer = new Thread(queue::close);
      closers.add(closer);
      closer.start();
    }
    boolean open;
    do {
      open = closers.stream().anyMatch(Thread::isAlive);
      Pair.drain(queue.reader());
    } while (open);
    for (Thread closer : closers) {
      closer.join();
    }
    assertEquals(0, queue.reader().poll());
    assertTrue(queue.longestStallNanos(false) > 0);
  }

  @Test
  void manyQueuesComeAndGo() {
    for (int i = 1; i <= 100; i++) {
      QueueKind kind = QueueKind.values()[i % QueueKind.values().length];
      try (NativeQueue queue = start(kind, Access.MEMORY, i, i, 0)) {
        take(queue.reader(), 1);
        assertTrue(queue.longestStallNanos(true) >= 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void capacitiesAreChecked(QueueKind kind) {
    for (int capacity : new int[] {0, -1, Integer.MIN_VALUE}) {
      IllegalArgumentException error = assertThrows(IllegalArgumentException.class,
          () -> start(kind, Access.MEMORY, capacity, 1000, 0));
      assertTrue(error.getMessage().contains("capacity"), error::toString);
      assertEquals(1, error.getMessage().lines().count());
    }
  }

  @Test
  void aCallThatDoesNothingReturnsItsArgument() {
    for (long value : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertEquals(value, binding.echo(value));
    }
  }
}
