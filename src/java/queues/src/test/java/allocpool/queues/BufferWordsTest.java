package allocpool.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferWordsTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 129, 1000})
  void memoryStartsOnACacheLineAndIsLargeEnough(int bytes) {
    ByteBuffer memory = BufferWords.allocate(bytes);
    assertEquals(0, memory.alignmentOffset(0, 128));
    assertTrue(memory.capacity() >= bytes, memory.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Integer.MAX_VALUE, Long.MAX_VALUE - 1000})
  void memoryThatNoBufferHasIsRefused(long bytes) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> BufferWords.allocate(bytes));
    assertTrue(error.getMessage().contains(bytes + " bytes"), error.getMessage());
  }

  @Test
  void wordsLieWhereTheyAreSaidTo() {
    ByteBuffer memory = BufferWords.allocate(64);
    memory.order(ByteOrder.nativeOrder());
    Words words = BufferWords.of(memory);
    words.set(4, 5);
    words.setRelease(8, 6);
    words.setLongRelease(16, 1L << 40);
    assertEquals(5, memory.getInt(4));
    assertEquals(6, memory.getInt(8));
    assertEquals(1L << 40, memory.getLong(16));
    assertEquals(5, words.get(4));
    assertEquals(6, words.getAcquire(8));
    assertEquals(1L << 40, words.getLongAcquire(16));
    assertThrows(IndexOutOfBoundsException.class, () -> words.get(memory.capacity()));
  }
}
