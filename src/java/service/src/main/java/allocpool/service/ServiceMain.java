package allocpool.service;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A small HTTP/1.1 server that echoes what it is sent, and counts what that costs. */
public final class ServiceMain {
  private ServiceMain() {}

  /**
   * Runs it, and ends the process: with 0 when its input ends, with 1 after a failure,
   * with 2 after bad input; and not without one line on the standard error in the last
   * two cases.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    ServiceProgram program =
        new ServiceProgram(System.in, out, System.err, Runtime.getRuntime()::halt);
    Runtime.getRuntime().addShutdownHook(new Thread(program::finish, "finish"));
    System.exit(program.run(args));
  }
}
