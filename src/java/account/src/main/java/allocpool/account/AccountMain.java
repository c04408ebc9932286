package allocpool.account;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Measures a packet's turn with one kind of memory, as JSON lines. */
public final class AccountMain {
  private AccountMain() {}

  /**
   * Runs the program and exits: 0 on success, 1 after a failure, 2 after bad input. In
   * the last two cases it prints one line on the standard error.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.exit(new AccountProgram(out, System.err).run(args));
  }
}
