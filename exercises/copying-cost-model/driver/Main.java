package driver;

import exercise.CopyingHeap;
import java.io.IOException;

/**
 * Plays some programs, each on its own heap.
 *
 * <p>Words: for each heap, the size of a half in words and the number of roots; then, for
 * each operation, the heap, the operation's code, and the method's arguments. Answers:
 * what the method returns; for {@link #COST}, all counts and the price.
 */
public final class Main extends Driver {
  private static final int HEAPS = 4;

  private static final int ALLOCATE = 0;
  private static final int STORE = 1;
  private static final int LOAD = 2;
  private static final int DROP = 3;
  private static final int ADDRESS = 4;
  private static final int COST = 5;
  private static final int START = 6;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    CopyingHeap[] heaps = new CopyingHeap[HEAPS];
    for (int i = 0; i < HEAPS; i++) {
      heaps[i] = new CopyingHeap(next(words), next(words));
    }
    while (words.hasNext()) {
      CopyingHeap heap = heaps[next(words)];
      switch (next(words)) {
        case ALLOCATE:
          words.answer(heap.allocate(next(words), next(words), next(words)));
          break;
        case STORE:
          heap.store(next(words), next(words), next(words));
          break;
        case LOAD:
          words.answer(heap.load(next(words), next(words), next(words)));
          break;
        case DROP:
          heap.drop(next(words));
          break;
        case ADDRESS:
          words.answer(heap.address(next(words)));
          break;
        case COST:
          account(words, heap);
          break;
        case START:
          heap.startCounting();
          break;
        default:
          throw new IllegalStateException("the trace has no such operation");
      }
    }
  }

  private static void account(Words words, CopyingHeap heap) throws IOException {
    words.answer(heap.collections());
    words.answer(heap.visited());
    words.answer(heap.copied());
    words.answer(heap.allocated());
    words.answer(heap.copiedPerThousand());
  }

  private static int next(Words words) throws IOException {
    return (int) words.next();
  }
}
