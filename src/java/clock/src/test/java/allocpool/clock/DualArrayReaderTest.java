package allocpool.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DualArrayReaderTest {

  @Test
  void readsWhatWasPublishedInOrder() {
    JavaProducer producer = new JavaProducer(4);
    DualArrayReader reader = producer.reader();
    producer.emit(10); // Published at once, since the reader has nothing.
    producer.emit(11); // Waits in the other array.
    producer.emit(12);
    assertEquals(10, reader.next());
    assertTrue(reader.atBatchEnd());
    assertTrue(producer.publish(), "the reader gave its array back with the last entry");
    assertEquals(11, reader.next());
    assertFalse(reader.atBatchEnd());
    assertFalse(producer.publish(), "the reader still needs the array");
    assertEquals(12, reader.next());
    assertTrue(reader.atBatchEnd());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatDoesNotFitIsLostAndShowsAsGap(int capacity) {
    JavaProducer producer = new JavaProducer(capacity);
    DualArrayReader reader = producer.reader();
    producer.emit(0);
    for (int number = 1; number <= 10; number++) {
      producer.emit(number);
    }
    assertEquals(0, reader.next());
    producer.emit(11); // The array is full: this one is lost, and the array handed over.
    for (int number = 1; number <= capacity; number++) {
      assertEquals(number, reader.next());
    }
    producer.emit(12);
    assertEquals(12, reader.next());
  }

  @Test
  void numbersAreUnsignedAndWrap() {
    JavaProducer producer = new JavaProducer(8);
    DualArrayReader reader = producer.reader();
    for (int number = -3; number != 3; number++) {
      producer.emit(number);
    }
    int previous = reader.next();
    producer.publish();
    assertEquals(0xFFFFFFFDL, Integer.toUnsignedLong(previous));
    for (int i = 1; i < 6; i++) {
      int next = reader.next();
      assertEquals(1, (next - previous) & 0xFFFFFFFFL);
      previous = next;
    }
  }

  @Test
  void aClosedStreamIsReadToItsEnd() {
    JavaProducer producer = new JavaProducer(2);
    DualArrayReader reader =
        new DualArrayReader(producer.memory, 64, 128, 128 + 2 * 4, () -> true);
    producer.emit(7);
    assertEquals(7, reader.next());
    assertThrows(IllegalStateException.class, reader::next);
  }

  /**
   * Two real threads: nothing arrives twice, out of order, or torn, and nothing is
   * invented.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void twoThreadsAgree(int capacity) throws InterruptedException {
    int numbers = 300_000;
    JavaProducer producer = new JavaProducer(capacity);
    DualArrayReader reader = producer.reader();
    Thread thread = new Thread(() -> {
      for (int number = 1; number <= numbers; number++) {
        producer.emit(number);
      }
      while (producer.hasUnpublished()) {
        producer.publish();
      }
      while (!producer.emit(Integer.MAX_VALUE)) { // The end mark is never lost.
        Thread.onSpinWait();
      }
    });
    thread.setDaemon(true);
    thread.start();
    int previous = 0;
    int received = 0;
    int number = reader.next();
    while (number != Integer.MAX_VALUE) {
      assertTrue(number > previous && number <= numbers, number + " after " + previous);
      previous = number;
      received++;
      number = reader.next();
    }
    assertTrue(received >= 1 && received <= numbers, received + " numbers received");
    thread.join(TimeUnit.SECONDS.toMillis(10));
    assertFalse(thread.isAlive(), "the producer ends");
  }
}
