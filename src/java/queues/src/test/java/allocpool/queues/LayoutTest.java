package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** Tests that words are on cache lines of their own, in objects and in shared memory. */
class LayoutTest {
  private static final int LINE = 128;

  /** The classes that one thread writes in its loop, in this package or elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {
    "AlignedRingReader", "CachedRingReader", "BatchRingReader", "BatchRingWriter",
    "DualArrayReader", "RunRingReader", "RunRingWriter", "CallReader",
    "peers.JctoolsReader", "peers.AgronaArrayReader", "peers.RingBufferReader",
    "bench.TickConsumer", "bench.PacedThread", "bench.UnpacedThread", "bench.RoundTrip",
  })
  // --8<-- [start:padding-test]
  void fieldsComeBehindTheLinePadding(String name) throws ClassNotFoundException {
    Class<?> type = Class.forName("allocpool.queues." + name);
    ClassLayout layout = ClassLayout.parseClass(type);
    System.out.println(layout.toPrintable());
    List<FieldLayout> fields = layout.fields().stream()
        .filter(field -> !field.hostClass().equals(LinePadding.class.getName()))
        .collect(Collectors.toList());
    assertFalse(fields.isEmpty());
    for (FieldLayout field : fields) {
      assertTrue(field.offset() >= layout.headerSize() + LINE, field::toString);
    }
  }
  // --8<-- [end:padding-test]

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1000})
  void theIndicesAndTheSlotsOfARingShareNoLine(int capacity) {
    RingLayout layout = RingLayout.ofCapacity(capacity);
    assertTrue(layout.head >= LINE);
    assertTrue(layout.tail - layout.head >= LINE);
    assertTrue(layout.slot(0) - layout.tail >= LINE);
    int slots = layout.mask + 1;
    assertEquals(1, Integer.bitCount(slots));
    assertTrue(slots >= capacity && slots < 2 * capacity);
    assertEquals(layout.slot(0), layout.slot(slots), "indices go round");
    assertEquals(layout.slot(slots - 1), layout.slot(-1), "also when they wrap");
    assertEquals(slots, layout.untilWrap(0));
    assertEquals(1, layout.untilWrap(-1));
    assertTrue(layout.bytes() >= layout.slot(-1) + Integer.BYTES + LINE);
  }

  @Test
  void theWordsAndTheRunsOfARunRingShareNoLine() {
    RunRingLayout layout = RunRingLayout.ofRuns(4);
    int[] places = {
      layout.taken, layout.opened, layout.first(0), layout.first(1), layout.first(2),
      layout.first(3), (int) layout.bytes(),
    };
    assertTrue(places[0] >= LINE);
    IntStream.range(1, places.length).forEach(i ->
        assertTrue(places[i] - places[i - 1] >= LINE, "place " + i));
    assertEquals(layout.first(0), layout.first(4), "runs go round");
    assertEquals(layout.first(3), layout.first(-1), "also when they wrap");
    assertEquals(Integer.BYTES, layout.end(2) - layout.first(2));
    assertEquals(0, layout.taken % Long.BYTES);
  }
}
