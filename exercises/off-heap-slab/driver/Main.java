package driver;

import exercise.OffHeapSlab;
import java.io.IOException;

/**
 * Plays on several slabs, so sharing state between slabs leads to wrong answers.
 *
 * <p>Words: the number of slabs, and each slab's slots and bytes per slot; then
 * operations, each with the number of a slab: {@link #ACQUIRE}; {@link #RELEASE} and a
 * handle; {@link #WRITE}, a handle, an offset and a value; {@link #READ}, a handle, an
 * offset and a value to return otherwise. Answers: what the slab returned.
 */
public final class Main extends Driver {
  private static final int ACQUIRE = 0;
  private static final int RELEASE = 1;
  private static final int WRITE = 2;
  private static final int READ = 3;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    OffHeapSlab[] slabs = new OffHeapSlab[(int) words.next()];
    for (int i = 0; i < slabs.length; i++) {
      slabs[i] = new OffHeapSlab((int) words.next(), (int) words.next());
    }
    while (words.hasNext()) {
      int operation = (int) words.next();
      OffHeapSlab slab = slabs[(int) words.next()];
      switch (operation) {
        case ACQUIRE:
          words.answer(slab.acquire());
          break;
        case RELEASE:
          words.answer(slab.release(words.next()));
          break;
        case WRITE:
          words.answer(slab.write(words.next(), (int) words.next(), words.next()));
          break;
        case READ:
          words.answer(slab.read(words.next(), (int) words.next(), words.next()));
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }
}
