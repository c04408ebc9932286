package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets are just numbers here: the queue never dereferences an address. */
class AddressQueueTest {
  private static final int BLOCK = 16;
  private static final int BLOCK_BYTES = BLOCK * Memory.WORD_BYTES;

  private final Mapping mapping = Mapping.of(1, false);

  @AfterEach
  void unmap() {
    mapping.close();
  }

  private AddressQueue queue(int length) {
    return new AddressQueue(mapping.part((long) length * Memory.WORD_BYTES), length);
  }

  private static List<Long> waiting(AddressQueue queue) {
    return IntStream.range(0, queue.length())
        .mapToObj(queue::get)
        .filter(packet -> packet != Memory.NOWHERE)
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 100})
  void isAQueueThatIsFullBeforeAnythingLeaves(int length) {
    AddressQueue queue = queue(length);
    Deque<Long> model = new ArrayDeque<>();
    for (long packet = 1; packet < 1000; packet++) {
      long expected = model.size() == length ? model.remove() : Memory.NOWHERE;
      model.add(packet);
      assertEquals(expected, queue.exchange(packet));
      assertEquals(new ArrayList<>(model), waiting(queue));
    }
  }

  /**
   * Every packet is fetched a block before its turn, except those of the first block; a
   * queue of one block fetches its packets when their own turn begins.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 50, 100, 128})
  void fetchesEachPacketOnceBeforeItGivesIt(int length) {
    AddressQueue queue = queue(length);
    for (long packet = 1; packet <= length; packet++) {
      assertFalse(queue.isAtBlock(BLOCK_BYTES));
      queue.exchange(packet);
    }
    FetchedLines ahead = new FetchedLines();
    int unfetched = length > BLOCK ? BLOCK : 0;
    for (long packet = length + 1; packet <= 5L * length; packet++) {
      if (queue.isAtBlock(BLOCK_BYTES)) {
        queue.fetchBlock(ahead, BLOCK_BYTES);
      }
      long leaving = queue.exchange(packet);
      assertEquals(packet - length, leaving);
      if (leaving > unfetched) {
        assertEquals(leaving, ahead.fetched.remove(0));
      }
    }
  }

  @Test
  void aClosedQueueIsOfNoUse() {
    AddressQueue queue = queue(BLOCK);
    queue.close();
    assertFalse(queue.isAtBlock(BLOCK_BYTES));
    assertThrows(IndexOutOfBoundsException.class, () -> queue.exchange(1));
  }
}
