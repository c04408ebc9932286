package driver;

import exercise.Backlog;
import java.io.IOException;
import java.util.Arrays;

/**
 * Queries the backlogs of several runs.
 *
 * <p>Words: the number of runs, and for each of them the number of packets, and each
 * packet's service time; then {@link #SMALLEST}, the number of a run and a capacity, or
 * {@link #LOST}, the number of a run, a capacity and an interval. Answers: an interval,
 * or how many ticks are lost.
 */
public final class Main extends Driver {
  private static final int SMALLEST = 0;
  private static final int LOST = 1;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    Backlog[] runs = new Backlog[(int) words.next()];
    for (int run = 0; run < runs.length; run++) {
      long[] serviceNs = new long[(int) words.next()];
      for (int packet = 0; packet < serviceNs.length; packet++) {
        serviceNs[packet] = words.next();
      }
      runs[run] = new Backlog(serviceNs);
      Arrays.fill(serviceNs, 1); // The array is ours.
    }
    while (words.hasNext()) {
      int operation = (int) words.next();
      Backlog run = runs[(int) words.next()];
      int capacity = (int) words.next();
      switch (operation) {
        case SMALLEST:
          words.answer(run.smallestInterval(capacity));
          break;
        case LOST:
          words.answer(run.lost(capacity, words.next()));
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }
}
