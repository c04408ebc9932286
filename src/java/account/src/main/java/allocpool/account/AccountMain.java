package allocpool.account;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Measures what a packet's turn takes with some kind of memory, as JSON lines. */
public final class AccountMain {
  private AccountMain() {}

  /**
   * Runs it and ends the process: with 0, with 1 after a failure, with 2 after bad input;
   * and not without one line on the standard error in the last two cases.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.exit(new AccountProgram(out, System.err).run(args));
  }
}
