package allocpool.queues;

/**
 * The reading end of a pair of arrays that change hands: the producer fills one while the
 * consumer empties the other. P. Zemtsov described the queue in 2018, in the series
 * <i>Experiments in program optimisation</i>.
 *
 * <p>They meet in one word, the <b>limit</b>: zero means that the consumer wants more;
 * any other value is the count of numbers in the array that the producer has just
 * finished.
 *
 * <p>Orderings: the producer writes numbers plainly, then stores the limit with
 * <i>release</i>; we load it with <i>acquire</i>, so that after a limit that is not zero
 * the numbers are visible. We read them plainly, then store zero with <i>release</i>; the
 * producer loads it with <i>acquire</i>, so that it cannot overwrite a number that we
 * have still to read. The limit is touched twice per array and never per number.
 *
 * <p>Progress: wait-free, as the producer is.
 */
final class DualArrayReader extends TickReader {
  private final Words words;
  private final int limit;
  private final int otherArray;
  private int array;

  private DualArrayReader(Words words, int limit, int firstArray, int secondArray) {
    this.words = words;
    this.limit = limit;
    this.otherArray = firstArray ^ secondArray;
    this.array = firstArray;
  }

  /**
   * Makes a reader. All offsets are in bytes from the start of the memory.
   *
   * @param words the memory
   * @param limit the limit's offset
   * @param firstArray the offset of the array that the producer fills first
   * @param secondArray the other array's offset
   * @return a new reader
   */
  static TickReader create(Words words, int limit, int firstArray, int secondArray) {
    return new DualArrayReader(words, limit, firstArray, secondArray);
  }

  @Override
  public int poll() {
    return words.getAcquire(limit);
  }

  @Override
  public int get(int index) {
    return words.get(array + index * Integer.BYTES);
  }

  @Override
  public void release() {
    words.setRelease(limit, 0);
    array ^= otherArray; // otherArray is the XOR of both offsets: this swaps them
  }
}
