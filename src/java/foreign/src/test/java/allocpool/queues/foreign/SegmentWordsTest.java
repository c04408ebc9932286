package allocpool.queues.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.queues.Words;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class SegmentWordsTest {

  @Test
  void wordsLieWhereTheyAreSaidTo() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 8);
      Words words = SegmentWords.of(memory);
      words.set(4, 5);
      words.setRelease(8, 6);
      words.setLongRelease(16, 1L << 40);
      assertEquals(5, memory.get(ValueLayout.JAVA_INT, 4));
      assertEquals(6, memory.get(ValueLayout.JAVA_INT, 8));
      assertEquals(1L << 40, memory.get(ValueLayout.JAVA_LONG, 16));
      assertEquals(5, words.get(4));
      assertEquals(6, words.getAcquire(8));
      assertEquals(1L << 40, words.getLongAcquire(16));
      assertThrows(IndexOutOfBoundsException.class, () -> words.get(64));
    }
  }
}
