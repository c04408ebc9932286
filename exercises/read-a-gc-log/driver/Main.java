package driver;

import exercise.PauseTable;
import java.io.IOException;

/**
 * Has two tables read two interleaved logs.
 *
 * <p>Words: for each operation, its code and the table's number; for a {@link #LINE},
 * also its length in bytes, and the bytes, eight in a word, the first one lowest.
 * Answers: for {@link #ROW}, the table's six figures.
 */
public final class Main extends Driver {
  private static final int LINE = 0;
  private static final int ROW = 1;
  private static final int CLEAR = 2;

  private static final int LONGEST_LINE = 512;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    PauseTable[] tables = {new PauseTable(), new PauseTable()};
    byte[] line = new byte[LONGEST_LINE];
    while (words.hasNext()) {
      int operation = (int) words.next();
      PauseTable table = tables[(int) words.next()];
      switch (operation) {
        case LINE:
          table.read(line, fill(line, words));
          break;
        case ROW:
          row(words, table);
          break;
        case CLEAR:
          table.clear();
          break;
        default:
          throw new IllegalStateException("the trace has no such operation");
      }
    }
  }

  /** Copies the next line into the array, leaving the rest alone; returns its length. */
  private static int fill(byte[] line, Words words) throws IOException {
    int length = (int) words.next();
    long word = 0;
    for (int i = 0; i < length; i++) {
      if (i % Long.BYTES == 0) {
        word = words.next();
      }
      line[i] = (byte) word;
      word >>>= Byte.SIZE;
    }
    return length;
  }

  private static void row(Words words, PauseTable table) throws IOException {
    words.answer(table.pauses());
    words.answer(table.young());
    words.answer(table.full());
    words.answer(table.longestMicros());
    words.answer(table.averageMicros());
    words.answer(table.sharePerMillion());
  }
}
