package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategyTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Supplier<Object> factory = () -> {
    made.incrementAndGet();
    return new Object();
  };

  @BeforeEach
  void forgetEarlierTests() {
    TestPacket.made();
  }

  @Test
  void dummyHasOnePacket() {
    Strategy<Object> dummy = new Dummy<>(factory);
    Object packet = dummy.acquire();
    dummy.release(packet);
    assertSame(packet, dummy.acquire());
    assertEquals(1, made.get());
  }

  @Test
  void allocNeverUsesAPacketAgain() {
    Strategy<Object> alloc = new Alloc<>(factory);
    Object packet = alloc.acquire();
    alloc.release(packet);
    assertNotSame(packet, alloc.acquire());
    assertEquals(2, made.get());
  }

  @Test
  void poolIsFilledInAdvance() {
    new Pool<>(factory, 7);
    assertEquals(7, made.get());
  }

  @Test
  void poolGivesTheLatestPacketFirst() {
    Strategy<Object> pool = new Pool<>(factory, 3);
    Object first = pool.acquire();
    Object second = pool.acquire();
    pool.release(first);
    pool.release(second);
    assertSame(second, pool.acquire());
    assertSame(first, pool.acquire());
    assertEquals(3, made.get());
  }

  @Test
  void anEmptyPoolAllocatesAndAFullOneDrops() {
    Strategy<Object> pool = new Pool<>(factory, 1);
    Object pooled = pool.acquire();
    Object extra = pool.acquire();
    assertEquals(2, made.get());
    pool.release(extra);
    pool.release(pooled); // full: dropped
    assertSame(extra, pool.acquire());
    assertNotSame(pooled, pool.acquire());
    assertEquals(3, made.get());
  }

  @Test
  void aPoolOfNoneOnlyAllocates() {
    Strategy<Object> pool = new Pool<>(factory, 0);
    pool.release(pool.acquire());
    pool.acquire();
    assertEquals(2, made.get());
  }

  /**
   * In the steady state no packet is made, but by alloc, and by mix where its pool is too
   * small.
   */
  @ParameterizedTest
  @CsvSource({
    "POOL, A, 0", "POOL, B, 0", "POOL, C, 0", "MIX, A, 0", "MIX, B, 0", "ALLOC, A, 1000",
  })
  void steadyState(StrategyKind strategy, Case load, int madePerThousand) {
    PacketAnalyser<TestPacket> analyser = new PacketAnalyser<>(
        load.sizes(100), strategy, Generator.Kind.COUNTER, TestPacket::new);
    analyser.run(200_000);
    TestPacket.made();
    analyser.run(1000);
    assertEquals(madePerThousand, TestPacket.made());
  }

  /** Free packets hold no parsed objects: the counts of live objects rely on it. */
  @ParameterizedTest
  @CsvSource({"MIX, A", "MIX, C", "POOL, B", "POOL, C"})
  void onlyStoredPacketsHoldParsedObjects(StrategyKind strategy, Case load) {
    List<TestPacket> all = new ArrayList<>();
    PacketAnalyser<TestPacket> analyser = new PacketAnalyser<>(
        load.sizes(100), strategy, Generator.Kind.COUNTER, () -> {
          TestPacket packet = new TestPacket();
          all.add(packet);
          return packet;
        });
    analyser.run(200_000);
    long parsed = all.stream().filter(packet -> packet.parsed != null).count();
    assertEquals(load.sizes(100).stored, parsed);
  }
}
