package allocpool.jmh;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Measures one JMH benchmark in a fork, and prints the result as JSON lines. */
public final class JmhMain {
  private JmhMain() {}

  /**
   * Runs the program and exits: 0 on success, 1 after a failure, 2 after bad input. In
   * the last two cases it prints one line on the standard error.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err); // keep other output out of the events
    System.exit(new JmhProgram(out, System.err).run(args));
  }
}
