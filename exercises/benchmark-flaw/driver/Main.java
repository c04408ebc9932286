package driver;

import exercise.Harness;
import java.io.IOException;

/**
 * Lets one harness make many experiments in a simulated world.
 *
 * <p>Words: the most operations that an experiment has; then, for each experiment, the
 * interval ({@link #CLOSED} for the closed model), how many operations warm up and how
 * many are measured, what {@link Simulation#begin} reads, and {@link #QUESTIONS}
 * percentiles to ask for. Answers: what {@link Simulation#answer} tells, the number of
 * records, their mean, the percentiles, and {@link Simulation#answerHistory}.
 */
public final class Main extends Driver {
  private static final int CLOSED = 0;
  private static final int QUESTIONS = 4;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    int most = (int) words.next();
    Simulation world = new Simulation(most);
    Harness harness = new Harness(world, world, most);
    while (words.hasNext()) {
      long interval = words.next();
      int warmUp = (int) words.next();
      int operations = (int) words.next();
      world.begin(words, warmUp + operations);
      if (interval == CLOSED) {
        harness.closed(world, warmUp, operations);
      } else {
        harness.open(world, warmUp, operations, interval);
      }
      world.answer(words);
      words.answer(harness.recorded());
      words.answer(harness.mean());
      for (int i = 0; i < QUESTIONS; i++) {
        words.answer(harness.percentile((int) words.next()));
      }
      world.answerHistory(words);
    }
  }
}
