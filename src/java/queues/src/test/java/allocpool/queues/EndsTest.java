package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndsTest {

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsReadInOrder(Pair pair) {
    Ends ends = pair.ends(8);
    assertEquals(0, ends.reader().poll());
    assertEquals(3, ends.writer().push(10, 3));
    assertEquals(List.of(10, 11, 12), Pair.drain(ends.reader()));
    assertEquals(0, ends.reader().poll());
    assertEquals(0, ends.writer().push(13, 0));
    assertEquals(0, ends.reader().poll());
  }

  @ParameterizedTest
  @MethodSource("allocpool.queues.Pair#exact")
  void whatDoesNotFitIsDropped(Pair pair) {
    for (int capacity : new int[] {1, 2, 3, 4, 5}) {
      Ends ends = pair.ends(capacity);
      for (int round = 0; round < 10; round++) {
        int first = 100 * round;
        assertEquals(capacity, ends.writer().push(first, capacity + 3));
        assertEquals(0, ends.writer().push(first + capacity, 1), "it is full");
        assertEquals(numbers(first, capacity), Pair.drain(ends.reader()));
      }
    }
  }

  @Test
  void twoArraysTakeTwiceTheirCapacity() {
    for (int capacity : new int[] {1, 2, 3}) {
      Ends ends = Pair.DUAL_ARRAY.ends(capacity);
      assertEquals(2 * capacity, ends.writer().push(5, 2 * capacity + 1));
      List<Integer> received = Pair.drain(ends.reader());
      assertEquals(0, ends.writer().push(0, 0), "the second array is handed over");
      received.addAll(Pair.drain(ends.reader()));
      assertEquals(numbers(5, 2 * capacity), received);
    }
  }

  @ParameterizedTest
  @MethodSource("allocpool.queues.Pair#exact")
  void placesComeFreeOnlyWhenABatchIsGivenBack(Pair pair) {
    Ends ends = pair.ends(4);
    assertEquals(4, ends.writer().push(0, 4));
    int polled = ends.reader().poll();
    assertEquals(0, ends.writer().push(4, 1), "it has looked, but given nothing back");
    ends.reader().release();
    assertEquals(polled, ends.writer().push(4, 4));
  }

  @ParameterizedTest
  @EnumSource
  void aFullQueueGivesAllThatItHolds(Pair pair) {
    Ends ends = pair.ends(64);
    int written = 0;
    while (ends.writer().push(written, 1) == 1) {
      written++;
    }
    assertTrue(written >= 32, pair + " holds " + written);
    List<Integer> received = new ArrayList<>();
    int polled = ends.reader().poll();
    for (int i = 0; i < polled; i++) {
      received.add(ends.reader().get(i));
    }
    ends.reader().release();
    received.addAll(Pair.drain(ends.reader()));
    ends.writer().push(0, 0);
    received.addAll(Pair.drain(ends.reader()));
    assertEquals(numbers(0, written), received);
    assertEquals(1, ends.writer().push(written, 1));
  }

  @ParameterizedTest
  @EnumSource
  void numbersAreUnsignedAndWrap(Pair pair) {
    Ends ends = pair.ends(8);
    assertEquals(6, ends.writer().push(-3, 6));
    assertEquals(List.of(-3, -2, -1, 0, 1, 2), Pair.drain(ends.reader()));
  }

  /** Whatever is written and dropped, the numbers appended come out, in order. */
  @ParameterizedTest
  @EnumSource
  void itGivesWhatItWasGiven(Pair pair) {
    for (int seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      Ends ends = pair.ends(1 + random.nextInt(9));
      List<Integer> written = new ArrayList<>();
      List<Integer> received = new ArrayList<>();
      int next = -500; // on the way, numbers wrap
      for (int step = 0; step < 2000; step++) {
        if (random.nextInt(3) < 2) {
          int count = random.nextInt(6);
          int appended = ends.writer().push(next, count);
          written.addAll(numbers(next, appended));
          next += count + (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
        } else {
          received.addAll(Pair.drain(ends.reader()));
        }
      }
      received.addAll(Pair.drain(ends.reader()));
      ends.writer().push(0, 0);
      received.addAll(Pair.drain(ends.reader()));
      assertEquals(written, received, "seed " + seed);
    }
  }

  private static List<Integer> numbers(int first, int count) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(first + i);
    }
    return numbers;
  }

  @Test
  void aRunRingIsFullWhenItHasNoEntryForARun() {
    Ends ends = JavaQueues.runRing(100, 2);
    assertEquals(1, ends.writer().push(0, 1), "the run with which it begins");
    assertEquals(1, ends.writer().push(2, 1), "the second entry");
    assertEquals(0, ends.writer().push(4, 1), "no third one");
    assertEquals(2, ends.writer().push(3, 2), "the current run goes on");

    TickReader reader = ends.reader();
    assertEquals(1, reader.poll());
    assertEquals(0, reader.get(0));
    reader.release();
    assertEquals(0, ends.writer().push(7, 1), "the reader is still in the first run");
    assertEquals(3, reader.poll());
    assertEquals(0, ends.writer().push(7, 1), "it has looked, but taken nothing");
    reader.release();
    assertEquals(1, ends.writer().push(8, 1));
    assertEquals(List.of(8), Pair.drain(reader));
  }

  @Test
  void aRunRingDoesNotGrowWithItsCapacity() {
    Ends ends = JavaQueues.runRing(Integer.MAX_VALUE);
    assertEquals(Integer.MAX_VALUE, ends.writer().push(7, Integer.MAX_VALUE));
    assertEquals(0, ends.writer().push(7 + Integer.MAX_VALUE, 1));
    assertEquals(Integer.MAX_VALUE, ends.reader().poll());
    assertEquals(
        7 + Integer.MAX_VALUE - 1, ends.reader().get(Integer.MAX_VALUE - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void capacitiesAreChecked(int capacity) {
    for (Pair pair : List.of(Pair.BATCH_RING, Pair.RUN_RING, Pair.AGRONA_RING_BUFFER)) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> pair.ends(capacity));
      assertTrue(
          error.getMessage().contains(capacity + " is not in 1 to "), error::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 1 << 21})
  void countsOfRunsAreChecked(int runs) {
    assertThrows(IllegalArgumentException.class, () -> JavaQueues.runRing(1, runs));
  }
}
