package allocpool.queues;

/**
 * The writing end of two arrays that change hands, for tests of the reader. Numbers not
 * handed over yet go with the next call, even one without numbers.
 */
final class DualArrayWriter extends TickWriter {
  private final Words words;
  private final int limit;
  private final int[] arrays;
  private final int capacity;
  private int current;
  private int size;

  DualArrayWriter(
      Words words, int limit, int firstArray, int secondArray, int capacity) {
    this.words = words;
    this.limit = limit;
    this.arrays = new int[] {firstArray, secondArray};
    this.capacity = capacity;
  }

  @Override
  public int push(int first, int count) {
    int appended = 0;
    while (appended < count && (size < capacity || publish())) {
      words.set(arrays[current] + size * Integer.BYTES, first + appended);
      size++;
      appended++;
    }
    publish();
    return appended;
  }

  private boolean publish() {
    if (size > 0 && words.getAcquire(limit) == 0) {
      words.setRelease(limit, size);
      current ^= 1;
      size = 0;
    }
    return size == 0;
  }
}
