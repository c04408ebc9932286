package allocpool.queues.bench;

import static allocpool.bench.BenchCommand.BAD_INPUT;
import static allocpool.bench.BenchCommand.FAILED;
import static allocpool.bench.BenchCommand.OK;

import allocpool.bench.BenchCommand;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The common part of the benchmark programs; each adds its name and its contestants. */
public final class BenchProgram {
  private final BenchCommand command;
  private final Roster roster;
  private final PrintStream out;

  BenchProgram(String name, Roster roster, PrintStream out, PrintStream err) {
    command = new BenchCommand(name, out, err);
    this.roster = roster;
    this.out = out;
  }

  /**
   * Runs a program and exits: 0 on success, 1 after a failure, 2 after bad input. In the
   * last two cases it prints one line on the standard error.
   *
   * @param name the program's name
   * @param roster the contestants that it can measure
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String name, Roster roster, String... args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.exit(new BenchProgram(name, roster, out, System.err).run(args));
  }

  int run(String... args) {
    BenchOptions options = new BenchOptions();
    return command.run(options, () -> options.list ? list() : measure(options), args);
  }

  private int list() {
    roster.names().forEach(out::println);
    out.flush();
    return OK;
  }

  private int measure(BenchOptions options) {
    options.validate(roster);
    try {
      run(options);
      return OK;
    } catch (IllegalArgumentException e) { // a capacity that this queue cannot have
      return command.complain(BAD_INPUT, e.getMessage());
    } catch (OutOfMemoryError e) {
      return command.complain(FAILED, "out of memory (" + e.getMessage() + "): "
          + options.queue + " needs more than this virtual machine may have");
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
}
