package allocpool.jmh;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Measures one JMH benchmark in a fork, and prints the result as JSON lines. */
public final class JmhMain {
  private JmhMain() {}

  /**
   * Runs it and ends the process: with 0, with 1 after a failure, with 2 after bad input;
   * and not without one line on the standard error in the last two cases.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err); // what JMH prints, and what benchmarks do, is no event
    System.exit(new JmhProgram(out, System.err).run(args));
  }
}
