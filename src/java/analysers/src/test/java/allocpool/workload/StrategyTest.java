package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategyTest {
  private final List<Object> made = new ArrayList<>();
  private final List<Object> destroyed = new ArrayList<>();
  private final PacketFactory<Object> factory = new PacketFactory<>() {
    @Override
    public Object create() {
      made.add(new Object());
      return made.get(made.size() - 1);
    }

    @Override
    public void destroy(Object packet) {
      destroyed.add(packet);
    }

    @Override
    public void close() {}
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
    assertEquals(List.of(), destroyed);
    assertEquals(1, made.size());
  }

  @Test
  void allocNeverUsesAPacketAgain() {
    Strategy<Object> alloc = new Alloc<>(factory);
    Object packet = alloc.acquire();
    alloc.release(packet);
    assertNotSame(packet, alloc.acquire());
    assertEquals(2, made.size());
    assertEquals(List.of(packet), destroyed);
  }

  @Test
  void poolIsFilledInAdvance() {
    new Pool<>(factory, 7);
    assertEquals(7, made.size());
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
    assertEquals(3, made.size());
    assertEquals(List.of(), destroyed);
  }

  @Test
  void anEmptyPoolAllocatesAndAFullOneDestroys() {
    Strategy<Object> pool = new Pool<>(factory, 1);
    Object pooled = pool.acquire();
    Object extra = pool.acquire();
    assertEquals(2, made.size());
    pool.release(extra);
    pool.release(pooled); // full
    assertEquals(List.of(pooled), destroyed);
    assertSame(extra, pool.acquire());
    assertNotSame(pooled, pool.acquire());
    assertEquals(3, made.size());
  }

  @Test
  void aPoolOfNoneOnlyAllocates() {
    Strategy<Object> pool = new Pool<>(factory, 0);
    pool.release(pool.acquire());
    pool.acquire();
    assertEquals(2, made.size());
    assertEquals(made.subList(0, 1), destroyed);
  }

  /**
   * In the steady state no packet is made, except by alloc. This includes mix, whose pool
   * is too small in case C: as many packets come back as go out.
   */
  @ParameterizedTest
  @CsvSource({
    "POOL, A, 0", "POOL, B, 0", "POOL, C, 0", "MIX, A, 0", "MIX, B, 0", "MIX, C, 0",
    "ALLOC, A, 1000",
  })
  void steadyState(StrategyKind strategy, Case load, int madePerThousand) {
    PacketAnalyser<TestPacket> analyser = new PacketAnalyser<>(
        load.sizes(100), strategy, Generator.Kind.COUNTER, TestPacket::new);
    analyser.run(200_000);
    TestPacket.made();
    analyser.run(1000);
    assertEquals(madePerThousand, TestPacket.made());
  }

  /**
   * The result of {@link StrategyKind#mostPackets} is sufficient and not too much, so
   * memory for that many packets can be allocated in advance.
   */
  // --8<-- [start:most-packets]
  @ParameterizedTest
  @CsvSource({
    "DUMMY, A, 1",
    "ALLOC, A, 201", "ALLOC, C, 9901",
    "MIX, A, 2000", "MIX, B, 2001", "MIX, C, 9901",
    "POOL, A, 10000", "POOL, C, 10000",
  })
  void noMorePacketsExistThanWasSaid(StrategyKind strategy, Case load, int most) {
    assertEquals(most, strategy.mostPackets(load.sizes(100)));
    CountingFactory counting = new CountingFactory();
    new PacketAnalyser<>(load.sizes(100), strategy, Generator.Kind.COUNTER, counting)
        .run(300_000);
    assertEquals(most, counting.highest);
  }
  // --8<-- [end:most-packets]

  /** Counts existing packets, and records whether it was closed. */
  private static final class CountingFactory extends PacketFactory<TestPacket> {
    private int existing;
    private int highest;
    private boolean closed;

    @Override
    public TestPacket create() {
      highest = Math.max(highest, ++existing);
      return new TestPacket();
    }

    @Override
    public void destroy(TestPacket packet) {
      existing--;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void closingAnAnalyserClosesItsFactory() {
    CountingFactory counting = new CountingFactory();
    try (Analyser analyser = new PacketAnalyser<>(
        Case.A.sizes(100), StrategyKind.ALLOC, Generator.Kind.COUNTER, counting)) {
      analyser.run(1000);
      assertFalse(counting.closed);
    }
    assertTrue(counting.closed);
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
