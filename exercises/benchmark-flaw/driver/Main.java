package driver;

import exercise.Harness;
import java.io.IOException;

/**
 * Runs many experiments on some harnesses, each of which has its own simulated world.
 *
 * <p>Words: the digests' factor; for each harness, the maximum number of operations that
 * an experiment measures; then, for each experiment, the number of a harness, the
 * interval ({@link #CLOSED} for the closed model), the numbers of warm-up and measured
 * operations, the words for {@link Simulation#begin}, the number of the harness to query,
 * and {@link #QUESTIONS} percentiles to query. Answers: those of {@link
 * Simulation#answer}, the number of records, their mean, the percentiles, and {@link
 * Simulation#answerHistory}.
 */
public final class Main extends Driver {
  private static final int HARNESSES = 8;

  /** Most operations that warm up, in addition to those that are measured. */
  private static final int WARM_UP = 60;

  private static final int CLOSED = 0;
  private static final int QUESTIONS = 4;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    Simulation[] worlds = new Simulation[HARNESSES];
    Harness[] harnesses = new Harness[HARNESSES];
    long factor = words.next();
    for (int i = 0; i < HARNESSES; i++) {
      int most = (int) words.next();
      worlds[i] = new Simulation(WARM_UP + most, factor);
      harnesses[i] = new Harness(worlds[i], worlds[i], most);
    }
    while (words.hasNext()) {
      int used = (int) words.next();
      Simulation world = worlds[used];
      long interval = words.next();
      int warmUp = (int) words.next();
      int operations = (int) words.next();
      world.begin(words, warmUp + operations);
      if (interval == CLOSED) {
        harnesses[used].closed(world, warmUp, operations);
      } else {
        harnesses[used].open(world, warmUp, operations, interval);
      }
      world.answer(words);
      Harness harness = harnesses[(int) words.next()];
      words.answer(harness.recorded());
      words.answer(harness.mean());
      for (int i = 0; i < QUESTIONS; i++) {
        words.answer(harness.percentile((int) words.next()));
      }
      world.answerHistory(words);
    }
  }
}
