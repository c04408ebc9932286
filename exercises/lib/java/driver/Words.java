package driver;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * The judge's words and the answers to them: signed 64-bit numbers, the least significant
 * byte first. For one thread. Nothing is allocated once it is open, so that what a
 * submission allocates is all that shows.
 *
 * <p>What the judge sends is mapped, and its descriptor closed, before any code of the
 * submission runs: a key, a mark, and the questions. An answer leaves under the key, so
 * what others write to the same descriptor is no answer.
 */
public final class Words {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int KEY_WORDS = 512;

  private final long began = System.nanoTime();
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final byte[] outgoing = new byte[BUFFER_BYTES];
  private final long[] key = new long[KEY_WORDS];
  private final ByteBuffer questions;
  private final int end;

  /** Where the heap is looked at for the first time; the end, once it was. */
  private int mark;

  private int next;
  private int given;
  private int filled;
  private long untilMark = -1;

  /** Opens standard input and output. */
  Words() throws IOException {
    try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
      FileChannel file = in.getChannel();
      questions = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
    }
    questions.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(key);
    next = (KEY_WORDS + 1) * Long.BYTES;
    end = questions.capacity();
    mark = next + (int) questions.getLong(next - Long.BYTES) * Long.BYTES;
    if (mark < next || mark > end) {
      throw new IOException("the mark is not among the questions");
    }
  }

  /** Whether the judge has another word. */
  public boolean hasNext() {
    return next != mark || goesOnBehindMark();
  }

  /**
   * The next word.
   *
   * @throws IOException when there is none
   */
  public long next() throws IOException {
    if (!hasNext()) {
      throw new IOException("the trace ends within an operation");
    }
    long word = questions.getLong(next);
    next += Long.BYTES;
    return word;
  }

  /** Answers the judge. */
  public void answer(long word) throws IOException {
    if (filled == BUFFER_BYTES) {
      flush();
    }
    long rest = word ^ key[given++ & KEY_WORDS - 1];
    for (int i = 0; i < Long.BYTES; i++) {
      outgoing[filled++] = (byte) rest;
      rest >>= Byte.SIZE;
    }
  }

  /**
   * The last three answers: how much heap was used until the mark, and until now, and how
   * many nanoseconds have gone by.
   */
  void testify() throws IOException {
    long played = System.nanoTime() - began;
    long now = usedBytes();
    answer(untilMark);
    answer(now);
    answer(played);
  }

  /** Sends the answers so far. */
  void flush() throws IOException {
    out.write(outgoing, 0, filled);
    filled = 0;
  }

  private boolean goesOnBehindMark() {
    if (mark != end || untilMark < 0) {
      untilMark = usedBytes();
      mark = end;
    }
    return next != end;
  }

  /** Under a collector that never collects, all that was ever allocated. */
  private static long usedBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
