package driver;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The judge's words and the answers to them: signed 64-bit numbers, the least significant
 * byte first. For one thread. Nothing is allocated once it is open, so that what a
 * submission allocates is all that shows.
 */
public final class Words {
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final byte[] incoming = new byte[BUFFER_BYTES];
  private final byte[] outgoing = new byte[BUFFER_BYTES];
  private int next;
  private int end;
  private int filled;

  /** Opens standard input and output. */
  Words() {}

  /** Whether the judge has another word. */
  public boolean hasNext() throws IOException {
    if (end - next >= Long.BYTES) {
      return true;
    }
    System.arraycopy(incoming, next, incoming, 0, end - next);
    end -= next;
    next = 0;
    while (end < Long.BYTES) {
      int more = in.read(incoming, end, BUFFER_BYTES - end);
      if (more < 0) {
        return false;
      }
      end += more;
    }
    return true;
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
    long word = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      word = word << Byte.SIZE | incoming[next + i] & 0xFF;
    }
    next += Long.BYTES;
    return word;
  }

  /** Answers the judge. */
  public void answer(long word) throws IOException {
    if (filled == BUFFER_BYTES) {
      flush();
    }
    long rest = word;
    for (int i = 0; i < Long.BYTES; i++) {
      outgoing[filled++] = (byte) rest;
      rest >>= Byte.SIZE;
    }
  }

  /** Sends the answers so far. */
  void flush() throws IOException {
    out.write(outgoing, 0, filled);
    filled = 0;
  }
}
