package allocpool.clock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;

/**
 * The reading end of a queue of 32-bit numbers from one producer to one consumer, made of
 * two arrays in shared memory.
 *
 * <p>The producer fills one array while the consumer empties the other. They meet in one
 * word, the <b>limit</b>: zero means that the consumer wants more; any other value is the
 * number of entries that the producer has left in the array that it has just finished. A
 * producer whose array is full before the consumer asks again drops further entries, and
 * never waits.
 *
 * <p>Orderings: the producer writes entries plainly, then stores the limit with
 * <i>release</i>; we load it with <i>acquire</i>, so that after a limit that is not zero
 * the entries are visible to plain reads. We read the entries plainly, then store zero
 * with <i>release</i>; the producer loads it with <i>acquire</i>, so that it cannot
 * overwrite an entry that we have still to read. The limit is touched twice per array and
 * never per entry.
 *
 * <p>Progress: the producer is wait-free. The reader spins until the producer publishes.
 *
 * <p>Exactly one thread may use an instance.
 */
final class DualArrayReader {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final ByteBuffer memory;
  private final int limitOffset;
  private final int otherArray;
  private final BooleanSupplier closed;

  private int array;
  private int position;
  private int end;

  /**
   * Makes a reader that expects the first entries in the first array.
   *
   * @param memory a direct buffer whose address is a multiple of four
   * @param limitOffset the limit's offset, in bytes from the buffer's start
   * @param firstArray the offset of the array that the producer fills first, in bytes
   * @param secondArray the other array's offset, in bytes
   * @param closed true once the producer publishes no more
   */
  DualArrayReader(
      ByteBuffer memory, int limitOffset, int firstArray, int secondArray,
      BooleanSupplier closed) {
    this.memory = memory;
    this.limitOffset = limitOffset;
    this.otherArray = firstArray ^ secondArray;
    this.array = secondArray;
    this.closed = closed;
  }

  // --8<-- [start:next]
  int next() {
    if (position == end) {
      awaitArray();
    }
    int value = (int) WORD.get(memory, position);
    position += Integer.BYTES;
    if (position == end) {
      // We have the last entry, so the producer may have the array.
      WORD.setRelease(memory, limitOffset, 0);
    }
    return value;
  }

  private void awaitArray() {
    int entries = (int) WORD.getAcquire(memory, limitOffset);
    while (entries == 0) {
      boolean last = closed.getAsBoolean(); // before the limit, which is then final
      Thread.onSpinWait();
      entries = (int) WORD.getAcquire(memory, limitOffset);
      if (last && entries == 0) {
        throw new IllegalStateException("the clock is closed");
      }
    }
    array ^= otherArray; // otherArray is the XOR of both offsets: this swaps them
    position = array;
    end = array + entries * Integer.BYTES;
  }
  // --8<-- [end:next]

  boolean atBatchEnd() {
    return position == end;
  }
}
