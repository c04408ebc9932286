package allocpool.workload;

import java.io.PrintStream;

/**
 * Tells the world how a run goes, a line at a time, each line out before the next begins.
 */
abstract class Reporter {
  private final PrintStream out;

  Reporter(PrintStream out) {
    this.out = out;
  }

  abstract void start(String implementation, Options options);

  abstract void round(Round round);

  abstract void service(Service service);

  abstract void progress(Progress progress);

  abstract void probe(Probe probe);

  abstract void end(Outcome outcome);

  /**
   * Prints a line and flushes it.
   *
   * @throws IllegalStateException if nobody can receive it
   */
  final void print(String line) {
    out.println(line);
    if (out.checkError()) { // flushes as well
      throw new IllegalStateException("cannot write to the standard output");
    }
  }
}
