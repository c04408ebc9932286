package allocpool.queues.bench;

import allocpool.clock.LibraryUnavailableException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the benchmark programs do; each adds its name and its contestants. */
public final class BenchProgram {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final String name;
  private final Roster roster;
  private final PrintStream out;
  private final PrintStream err;

  BenchProgram(String name, Roster roster, PrintStream out, PrintStream err) {
    this.name = name;
    this.roster = roster;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a program and ends the process: with 0, with 1 after a failure, with 2 after bad
   * input; and not without one line on the standard error in the last two cases.
   *
   * @param name the program's name
   * @param roster what it can measure
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String name, Roster roster, String... args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.exit(new BenchProgram(name, roster, out, System.err).run(args));
  }

  int run(String... args) {
    BenchOptions options = new BenchOptions();
    CommandLine commandLine = new CommandLine(options).setCommandName(name);
    try {
      commandLine.parseArgs(args);
      if (options.help) {
        commandLine.usage(out);
        out.flush();
        return OK;
      }
      if (options.list) {
        roster.names().forEach(out::println);
        out.flush();
        return OK;
      }
      options.validate(roster);
    } catch (UnmatchedArgumentException e) {
      return complain(BAD_INPUT, e.getMessage() + "; valid are "
          + String.join(", ", commandLine.getCommandSpec().optionsMap().keySet()));
    } catch (ParameterException e) {
      return complain(BAD_INPUT, e.getMessage());
    }
    try {
      run(options);
      return OK;
    } catch (IllegalArgumentException e) { // a capacity that this queue cannot have
      return complain(BAD_INPUT, e.getMessage());
    } catch (LibraryUnavailableException | WrongNumberException
        | IllegalStateException e) {
      return complain(FAILED, e.getMessage());
    } catch (OutOfMemoryError e) {
      return complain(FAILED, "out of memory (" + e.getMessage() + "): " + options.queue
          + " needs more than this virtual machine may have");
    }
  }

  private void run(BenchOptions options) {
    Contestant contestant = roster.contestant(options.queue, options.binding);
    Set<Measure> measures = options.measures(contestant.measures());
    Reporter reporter = new Reporter(out);
    reporter.start(options, measures);
    new Bench(contestant, options.capacity, options.nanoseconds(), reporter)
        .run(measures);
    reporter.end();
  }

  private int complain(int exitCode, String message) {
    err.println(name + ": " + message.replaceAll("\\s*\\R\\s*", "; "));
    return exitCode;
  }
}
