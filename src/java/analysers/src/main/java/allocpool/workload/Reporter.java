package allocpool.workload;

import java.io.PrintStream;

/**
 * Reports a run's progress, line by line; each line is flushed before the next.
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
   * @throws IllegalStateException if it cannot be written
   */
  final void print(String line) {
    out.println(line);
    if (out.checkError()) { // flushes as well
      throw new IllegalStateException("cannot write to the standard output");
    }
  }
}
