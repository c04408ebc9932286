package allocpool.bench;

import java.io.PrintStream;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command-line interface of a bench's program: parses the arguments, prints the help,
 * and reports errors in one line. Any thread may complain; one thread runs it.
 */
public final class BenchCommand {
  /** The exit code when all went well. */
  public static final int OK = 0;

  /** The exit code after a failure. */
  public static final int FAILED = 1;

  /** The exit code after bad input. */
  public static final int BAD_INPUT = 2;

  private final String name;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Makes the interface; nothing is read or printed yet.
   *
   * @param name the program's name, printed before each complaint
   * @param out for the help
   * @param err for complaints
   */
  public BenchCommand(String name, PrintStream out, PrintStream err) {
    this.name = name;
    this.out = out;
    this.err = err;
  }

  /**
   * Parses the command line, and runs the program unless that is invalid or asks for
   * help.
   *
   * <p>The program checks the combination of options, and throws a
   * {@link ParameterException} if it is invalid, which is bad input; any other exception
   * is a failure.
   *
   * @param options an object with picocli's annotations, filled before the program runs
   * @param program the program; it returns the exit code
   * @param args the command line
   * @return the exit code
   */
  public int run(Object options, IntSupplier program, String... args) {
    CommandLine commandLine = new CommandLine(options).setCommandName(name);
    try {
      commandLine.parseArgs(args);
      if (commandLine.isUsageHelpRequested()) {
        commandLine.usage(out);
        out.flush();
        return OK;
      }
      return program.getAsInt();
    } catch (UnmatchedArgumentException e) {
      return complain(BAD_INPUT, e.getMessage() + "; valid are "
          + String.join(", ", commandLine.getCommandSpec().optionsMap().keySet()));
    } catch (ParameterException e) {
      return complain(BAD_INPUT, e.getMessage());
    } catch (RuntimeException e) {
      return complain(FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  /**
   * Reports an error, in one line even if the message has several.
   *
   * @param exitCode returned to the caller, for convenience
   * @param message the error
   * @return the exit code
   */
  public int complain(int exitCode, String message) {
    err.println(name + ": " + message.replaceAll("\\s*\\R\\s*", "; "));
    return exitCode;
  }
}
