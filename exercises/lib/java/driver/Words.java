package driver;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * Reads the judge's words and writes answers: signed 64-bit numbers, little-endian. For
 * one thread. Allocates nothing once it is open, so only the submission's allocations are
 * counted.
 *
 * <p>Everything the judge sends (a key, a mark and the questions) is mapped, and its
 * descriptor closed, before any of the submission's code runs. Answers are XORed with the
 * key, so anything that other code writes to the same descriptor is wrong.
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

  /** Where the heap is first measured; the end, once it has been. */
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

  /** True if there is another word. */
  public boolean hasNext() {
    return next != mark || goesOnBehindMark();
  }

  /**
   * Returns the next word.
   *
   * @throws IOException if there is none
   */
  public long next() throws IOException {
    if (!hasNext()) {
      throw new IOException("the trace ends within an operation");
    }
    long word = questions.getLong(next);
    next += Long.BYTES;
    return word;
  }

  /** Adds an answer, which is buffered. */
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
   * Adds the last three answers: bytes of heap used up to the mark, bytes used up to now,
   * and elapsed nanoseconds.
   */
  void testify() throws IOException {
    long played = System.nanoTime() - began;
    long now = usedBytes();
    answer(untilMark);
    answer(now);
    answer(played);
  }

  /** Sends the buffered answers. */
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

  /** The heap in use: under a collector that never collects, all bytes ever allocated. */
  private static long usedBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
