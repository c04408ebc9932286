package driver;

import exercise.Buffer;
import exercise.SizeClassAllocator;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Borrows buffers from several allocators, and gives some back to the wrong one.
 *
 * <p>Words: the number of allocators; for each its smallest and its largest class, and
 * its bound; the total number of buffers; then operations, each with the number of an
 * allocator: {@link #ALLOCATE} and a size; {@link #RELEASE} and the number of a buffer;
 * {@link #RETAINED}; {@link #TRIM}; or {@link #COLLECT}, how many buffers are garbage,
 * and their numbers. Answers: for a buffer its number, its capacity, and 1 if its state
 * is right, or 0; {@link #NOTHING} for none; 1 or 0 for a release, or {@link #CHANGED}; a
 * number of bytes; for each garbage buffer 1 if it is gone, or 0.
 *
 * <p>A buffer gets its number when it is first seen. Number {@link #NO_BUFFER} is null,
 * and {@link #STRANGER} belongs to no allocator.
 */
public final class Main extends Driver {
  private static final int ALLOCATE = 0;
  private static final int RELEASE = 1;
  private static final int RETAINED = 2;
  private static final int TRIM = 3;
  private static final int COLLECT = 4;

  private static final int NO_BUFFER = 0;
  private static final int STRANGER = 1;
  private static final int STRANGER_BYTES = 64;

  private static final int NOTHING = -1;

  /** The answer for a buffer that has changed since its borrower used it. */
  private static final int CHANGED = -2;

  /** The answer for a buffer whose label is wrong. */
  private static final int UNKNOWN = -9;

  private Buffer[] buffers;
  private int known;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    SizeClassAllocator[] allocators = new SizeClassAllocator[(int) words.next()];
    for (int i = 0; i < allocators.length; i++) {
      allocators[i] = new SizeClassAllocator(
          (int) words.next(), (int) words.next(), (int) words.next());
    }
    buffers = new Buffer[(int) words.next()];
    buffers[STRANGER] = new Buffer(STRANGER_BYTES);
    buffers[STRANGER].label = STRANGER;
    known = STRANGER + 1;
    while (words.hasNext()) {
      int operation = (int) words.next();
      SizeClassAllocator allocator = allocators[(int) words.next()];
      switch (operation) {
        case ALLOCATE:
          allocate(words, allocator, (int) words.next());
          break;
        case RELEASE:
          words.answer(release(allocator, buffers[(int) words.next()]));
          break;
        case RETAINED:
          words.answer(allocator.retained());
          break;
        case TRIM:
          words.answer(allocator.trim());
          break;
        case COLLECT:
          collect(words);
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private void allocate(Words words, SizeClassAllocator allocator, int size)
      throws IOException {
    Buffer buffer = allocator.allocate(size);
    if (buffer == null) {
      words.answer(NOTHING);
      return;
    }
    ByteBuffer bytes = buffer.bytes;
    boolean fresh = bytes.position() == 0 && bytes.limit() == size
        && bytes.order() == ByteOrder.BIG_ENDIAN;
    words.answer(numberOf(buffer));
    words.answer(bytes.capacity());
    words.answer(fresh ? 1 : 0);
    // A borrower may leave it like this. The next one mustn't see that.
    bytes.clear().position(bytes.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(0, (byte) buffer.label).put(bytes.capacity() - 1, (byte) buffer.label);
  }

  private static int release(SizeClassAllocator allocator, Buffer buffer) {
    boolean same = buffer != null && isAsLeft(buffer);
    // A buffer that isn't lent may be in any state.
    return !allocator.release(buffer) ? 0 : same ? 1 : CHANGED;
  }

  private static boolean isAsLeft(Buffer buffer) {
    ByteBuffer bytes = buffer.bytes;
    byte first = bytes.get(0);
    return first == (byte) buffer.label && bytes.get(bytes.capacity() - 1) == first
        && bytes.position() == bytes.capacity() && bytes.limit() == bytes.capacity()
        && bytes.order() == ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Forgets the buffers and collects the heap. A submission that keeps one of them, or
   * what it wraps, keeps its array.
   */
  private void collect(Words words) throws IOException {
    WeakReference<?>[] arrays = new WeakReference<?>[(int) words.next()];
    for (int i = 0; i < arrays.length; i++) {
      int number = (int) words.next();
      if (buffers[number] != null) {
        arrays[i] = new WeakReference<>(buffers[number].bytes.array());
        buffers[number] = null;
      }
    }
    WeakReference<?> ours = new WeakReference<>(new byte[1]);
    System.gc();
    boolean collects = ours.get() == null; // Epsilon doesn't.
    for (WeakReference<?> array : arrays) {
      boolean gone = array != null && (array.get() == null || !collects);
      words.answer(gone ? 1 : 0);
    }
  }

  private int numberOf(Buffer buffer) {
    int number = buffer.label;
    if (number == 0 && known < buffers.length) {
      buffers[known] = buffer;
      buffer.label = known;
      return known++;
    }
    boolean same = number > 0 && number < known && buffers[number] == buffer;
    return same ? number : UNKNOWN;
  }
}
