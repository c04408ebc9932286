package allocpool.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jol.info.GraphLayout;

class TurnsTest {
  private static final int QUEUED = 100;
  private static final int TURNS = 20_000;

  /** All kinds except the single message do the same work: they read the same numbers. */
  @ParameterizedTest
  @EnumSource(value = Supply.Kind.class, names = {"HEADERS", "FRESH", "POOLED"})
  void everyMessageIsReadOnceInItsTurn(Supply.Kind kind) {
    for (boolean linked : new boolean[] {false, true}) {
      Turns turns = new Turns(kind, QUEUED, linked);
      final long before = turns.sum();
      turns.take(TURNS);
      // The queue holds every second one of the first messages, and then all later ones.
      long first = 0;
      for (int slot = 0; slot < QUEUED; slot++) {
        first += 2 * slot;
      }
      long last = 2L * QUEUED + TURNS - QUEUED;
      long others = (2L * QUEUED + last - 1) * (last - 2L * QUEUED) / 2;
      assertEquals(first + others, turns.sum() - before);
    }
  }

  @Test
  void whatIsReadEscapes() {
    Turns turns = new Turns(Supply.Kind.FRESH, QUEUED, false);
    turns.take(TURNS);
    assertNotNull(turns.last());
  }

  /** A turn allocates exactly its objects' size. */
  @ParameterizedTest
  @EnumSource(Supply.Kind.class)
  void aTurnAllocatesItsObjects(Supply.Kind kind) {
    Turns turns = new Turns(kind, QUEUED, true);
    turns.take(TURNS);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(self);
    turns.take(TURNS);
    double each = (double) (threads.getThreadAllocatedBytes(self) - before) / TURNS;
    assertEquals(weight(kind), each, 1);
  }

  private static long weight(Supply.Kind kind) {
    Message message = new Message(
        kind == Supply.Kind.HEADERS ? Message.HEADER : Message.BYTES);
    long made = GraphLayout.parseInstance(message).totalSize();
    message.parsed = message.parse();
    long parsed = GraphLayout.parseInstance(message).totalSize() - made;
    boolean isNew = kind == Supply.Kind.HEADERS || kind == Supply.Kind.FRESH;
    return isNew ? made + parsed : parsed;
  }
}
