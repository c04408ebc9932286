package allocpool.queues.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.queues.Access;
import allocpool.queues.Binding;
import allocpool.queues.NativeQueue;
import allocpool.queues.Pace;
import allocpool.queues.QueueKind;
import allocpool.queues.TickReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The real queues by foreign functions, if the library was built. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForeignQueueTest {
  private static List<Binding> bindings;

  @BeforeAll
  static void libraryWasBuilt() {
    Path library = Path.of(
        System.getProperty("allocpool.native", ""), System.mapLibraryName("queues"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    bindings = List.of(ForeignBindings.ordinary(), ForeignBindings.critical());
  }

  static Stream<Binding> bindings() {
    return bindings.stream();
  }

  /** Around 0, where a run ring's first run begins, 2^31, and 2^32, where they wrap. */
  @ParameterizedTest
  @EnumSource
  void ticksAreNumberedFromTheFirstOneAndWrap(QueueKind kind) {
    for (Binding binding : bindings) {
      for (Access access : Access.values()) {
        for (int first : new int[] {0, 1, Integer.MAX_VALUE - 100, -100}) {
          try (NativeQueue queue = NativeQueue.start(
              binding, kind, access, 1_000_000, Pace.at(10_000), first)) {
            checkNumbers(queue.reader(), first, 200);
          }
        }
      }
    }
  }

  private static void checkNumbers(TickReader reader, int first, int count) {
    int received = 0;
    while (received < count) {
      int polled = reader.poll();
      for (int i = 0; i < polled; i++) {
        assertEquals(first + received, reader.get(i));
        received++;
      }
      if (polled > 0) {
        reader.release();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void memoryThatWasFreedCannotBeRead(Binding binding) {
    NativeQueue queue = NativeQueue.start(
        binding, QueueKind.BATCH_RING, Access.MEMORY, 100, Pace.at(1000), 0);
    checkNumbers(queue.reader(), 0, 1);
    queue.close();
    queue.close();
    assertTrue(queue.longestStallNanos(false) > 0);
    assertThrows(IllegalStateException.class, () -> {
      checkNumbers(queue.reader(), 0, 1_000_000); // some may have been polled already
    });
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void aStoppedQueueCannotBeCalled(Binding binding) {
    try (NativeQueue queue = NativeQueue.start(
        binding, QueueKind.RUN_RING, Access.CALL, 100, Pace.at(1000), 0)) {
      checkNumbers(queue.reader(), 0, 1);
      queue.stop();
      assertThrows(IllegalStateException.class, () -> queue.reader().poll());
    }
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void capacitiesAreChecked(Binding binding) {
    for (int capacity : new int[] {0, -1, Integer.MIN_VALUE}) {
      IllegalArgumentException error = assertThrows(IllegalArgumentException.class,
          () -> NativeQueue.start(binding, QueueKind.BATCH_RING, Access.MEMORY,
              capacity, Pace.at(1000), 0));
      assertTrue(error.getMessage().contains("capacity"), error::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void aCallThatDoesNothingReturnsItsArgument(Binding binding) {
    for (long value : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertEquals(value, binding.echo(value));
    }
  }
}
