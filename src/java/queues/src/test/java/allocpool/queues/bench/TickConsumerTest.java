package allocpool.queues.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TickConsumerTest {
  private static final long A_WHILE = 100_000;

  private static TickConsumer consumer(int[]... batches) {
    return new TickConsumer(new FakeSource(0, batches).reader());
  }

  @Test
  void gapsAreLosses() {
    TickConsumer consumer = consumer(
        new int[] {0, 1, 2}, new int[] {5}, new int[] {6, 10});
    consumer.takeFor(A_WHILE);
    assertEquals(6, consumer.received());
    assertEquals(2 + 3, consumer.lost());
    assertTrue(consumer.elapsedNanos() >= A_WHILE);
    assertTrue(consumer.longestAbsenceNanos() > 0);
  }

  @Test
  void batchesWithoutAPauseAreOneFind() {
    TickConsumer consumer = consumer(
        new int[] {0}, new int[] {1}, new int[] {}, new int[] {2});
    assertTrue(consumer.takeBatch());
    assertTrue(consumer.takeBatch());
    assertFalse(consumer.takeBatch());
    assertEquals(1, consumer.finds());
    assertEquals(2, consumer.received());
  }

  @Test
  void numbersWrap() {
    int[] numbers = IntStream.range(0, 10).map(i -> Integer.MAX_VALUE - 5 + i).toArray();
    TickConsumer consumer = consumer(numbers);
    consumer.takeFor(A_WHILE);
    assertEquals(10, consumer.received());
    assertEquals(Integer.MAX_VALUE - 5, consumer.lost());
  }

  @Test
  void aBatchOfAnyLengthIsTakenAndGivenBackOnce() {
    FakeSource source = new FakeSource(0, IntStream.range(0, 100_000).toArray());
    TickConsumer consumer = new TickConsumer(source.reader());
    for (int looks = 0; looks < 100; looks++) {
      consumer.takeFor(1); // one look takes up to 1024
    }
    assertEquals(100_000, consumer.received());
    assertEquals(0, consumer.lost());
    assertEquals(1, source.released);
    assertEquals(1, consumer.finds());
  }

  @Test
  void newBooksGoOnWithTheSameNumbers() {
    TickConsumer consumer = consumer(new int[] {3, 4}, new int[] {5, 6});
    assertTrue(consumer.takeBatch());
    consumer.reset();
    assertTrue(consumer.takeBatch());
    assertEquals(2, consumer.received());
    assertEquals(0, consumer.lost());
    assertEquals(1, consumer.finds());
  }

  @Test
  void aNumberThatCameBeforeIsAFailure() {
    TickConsumer twice = consumer(new int[] {0, 1, 1});
    WrongNumberException error =
        assertThrows(WrongNumberException.class, () -> twice.takeFor(A_WHILE));
    assertEquals("wrong number: 1 came where 2 was next", error.getMessage());
  }
}
