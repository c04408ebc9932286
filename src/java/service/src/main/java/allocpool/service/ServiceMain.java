package allocpool.service;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A small HTTP/1.1 server that echoes its input, and counts the cost. */
public final class ServiceMain {
  private ServiceMain() {}

  /**
   * Runs the program and exits: 0 when its input ends, 1 after a failure, 2 after bad
   * input. In the last two cases it prints one line on the standard error.
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
