package allocpool.allocator.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.allocator.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarksTest {
  @ParameterizedTest
  @CsvSource({"pool, byte", "pool, half", "plain, byte", "netty-adaptive, half"})
  void aHundredTurnsAddUp(String allocator, String written) {
    BufferBenchmark.Own setting = new BufferBenchmark.Own();
    setting.allocator = allocator;
    setting.memory = Memory.HEAP;
    setting.size = 1024;
    setting.written = written;
    setting.prepare();
    assertEquals(300, new BufferBenchmark().own(setting));
    assertEquals(300, new BufferBenchmark().shared(setting));
    assertEquals(300, new BufferBenchmark().opaque(setting));
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "false, 30", "true, 1", "true, 30"})
  void theQueueGoesRound(boolean pooled, int queued) {
    LiveDataBenchmark benchmark = new LiveDataBenchmark();
    benchmark.pooled = pooled;
    benchmark.queued = queued;
    benchmark.treeMb = 1;
    benchmark.size = 100;
    benchmark.prepare();
    assertEquals(100 % queued, benchmark.replace());
    assertEquals(200 % queued, benchmark.replace());
  }

  /** The tests' virtual machine does not give permission. */
  @Test
  void arraysAreHadUnclearedOnlyWithPermission() {
    ExceptionInInitializerError refusal = assertThrows(
        ExceptionInInitializerError.class, () -> RawArrays.allocate(10));
    assertTrue(refusal.getCause().getMessage().contains("--add-exports"),
        refusal.getCause().getMessage());
  }
}
