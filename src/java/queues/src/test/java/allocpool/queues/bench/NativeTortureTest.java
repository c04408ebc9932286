package allocpool.queues.bench;

import allocpool.queues.Access;
import allocpool.queues.Binding;
import allocpool.queues.JniBinding;
import allocpool.queues.NativeQueue;
import allocpool.queues.Pace;
import allocpool.queues.QueueKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ticks faster than any reader, from the native thread to Java. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeTortureTest {
  private static final long NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(100);

  private static Binding binding;

  @BeforeAll
  static void libraryWasBuilt() {
    Path library = Path.of(
        System.getProperty("allocpool.native", ""), System.mapLibraryName("queues"));
    Assumptions.assumeTrue(Files.exists(library), library + " was not built");
    binding = JniBinding.load();
  }

  /** The consumer throws if a number comes twice, out of order, or torn. */
  @ParameterizedTest
  @EnumSource
  void numbersOnlyGrow(QueueKind kind) {
    for (int capacity : new int[] {1, 7, 1000}) {
      for (Access access : Access.values()) {
        try (NativeQueue queue = NativeQueue.start(
            binding, kind, access, capacity, Pace.at(1), 0)) {
          TickConsumer consumer = new TickConsumer(queue.reader());
          do {
            consumer.takeFor(NANOSECONDS);
          } while (consumer.received() == 0); // a busy machine may not have run the clock
        }
      }
    }
  }
}
