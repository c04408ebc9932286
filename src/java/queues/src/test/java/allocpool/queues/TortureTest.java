package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two real threads with batches and pauses of all lengths. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TortureTest {
  private static final long NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(40);

  /** Nothing comes twice, out of order, or torn; only the dropped numbers are missing. */
  @ParameterizedTest
  @CsvSource({
    "ALIGNED_RING, 1", "ALIGNED_RING, 7", "CACHED_RING, 1", "CACHED_RING, 7",
    "DUAL_ARRAY, 1", "DUAL_ARRAY, 100", "BATCH_RING, 1", "BATCH_RING, 3",
    "BATCH_RING, 1000", "RUN_RING, 1", "RUN_RING, 3", "RUN_RING, 1000",
    "RUN_RING_OF_TWO_RUNS, 2", "RUN_RING_OF_TWO_RUNS, 1000",
    "JCTOOLS, 4", "AGRONA_QUEUE, 4", "AGRONA_RING_BUFFER, 16",
  })
  void twoThreadsAgree(Pair pair, int capacity) {
    Ends ends = pair.ends(capacity);
    CompletableFuture<long[]> books =
        CompletableFuture.supplyAsync(() -> write(ends.writer()));
    TickReader reader = ends.reader();
    Random random = new Random(2);
    long received = 0;
    long sum = 0;
    int previous = -1;
    boolean last;
    int polled;
    do {
      last = books.isDone(); // before the poll: if true, no more are written
      polled = reader.poll();
      for (int i = 0; i < polled; i++) {
        int number = reader.get(i);
        assertTrue(number > previous, number + " after " + previous);
        previous = number;
        received++;
        sum += number;
      }
      if (polled > 0) {
        reader.release();
        pause(random);
      }
    } while (!last || polled > 0);
    long[] written = books.join();
    if (pair == Pair.DUAL_ARRAY) {
      assertTrue(received <= written[0], "what was not handed over is lost");
    } else {
      assertEquals(written[0], received);
      assertEquals(written[1], sum);
    }
    assertTrue(received > 0);
  }

  /** Writes for a while; returns the number of numbers appended, and their sum. */
  private static long[] write(TickWriter writer) {
    Random random = new Random(1);
    long[] books = new long[2];
    int next = 0;
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < NANOSECONDS) {
      int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 2000 : 4);
      int appended = writer.push(next, count);
      books[0] += appended;
      books[1] += (long) appended * next + (long) appended * (appended - 1) / 2;
      next += count;
      pause(random);
    }
    return books;
  }

  private static void pause(Random random) {
    int turns = random.nextInt(4) == 0 ? random.nextInt(1000) : 0;
    for (int i = 0; i < turns; i++) {
      Thread.onSpinWait();
    }
  }
}
