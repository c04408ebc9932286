package allocpool.workload;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The common part of measured programs; an implementation adds name and analyser. */
public final class Program {
  /** An implementation's analyser. */
  public interface AnalyserFactory {
    /**
     * Rejects options that the command line allows and this implementation does not. It
     * is called before anything is reported or made. By default nothing is rejected.
     *
     * @param strategy the packets' strategy
     * @throws BadInputException naming the valid values
     */
    default void check(StrategyKind strategy) {}

    /**
     * Makes an analyser, with everything that its strategy holds in advance.
     *
     * @param sizes the case's sizes
     * @param strategy the packets' strategy
     * @param generator the packets' generator
     * @return a new analyser
     */
    Analyser create(Sizes sizes, StrategyKind strategy, Generator.Kind generator);
  }

  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final String implementation;
  private final AnalyserFactory factory;
  private final RealTimeRun.Clock clock;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  Program(
      String implementation, AnalyserFactory factory, RealTimeRun.Clock clock,
      InputStream in, PrintStream out, PrintStream err) {
    this.implementation = implementation;
    this.factory = factory;
    this.clock = clock;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a program and exits: 0 on success, 1 after a failure, 2 after bad input. In the
   * last two cases it prints one line on the standard error.
   *
   * @param implementation its name in reports
   * @param factory its analyser
   * @param args the command line; {@code --help} explains it
   */
  public static void main(
      String implementation, AnalyserFactory factory, String... args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    Program program = new Program(
        implementation, factory, ClockKind::start, System.in, out, System.err);
    System.exit(program.run(args));
  }

  int run(String... args) {
    Options options = new Options();
    CommandLine commandLine = new CommandLine(options).setCommandName(implementation);
    try {
      commandLine.parseArgs(args);
      if (options.help) {
        commandLine.usage(out);
        out.flush();
        return OK;
      }
      options.validate();
    } catch (UnmatchedArgumentException e) {
      return complain(BAD_INPUT, e.getMessage() + "; valid are "
          + String.join(", ", commandLine.getCommandSpec().optionsMap().keySet()));
    } catch (ParameterException e) {
      return complain(BAD_INPUT, e.getMessage());
    }
    try {
      run(options);
      return OK;
    } catch (BadInputException e) {
      return complain(BAD_INPUT, e.getMessage());
    } catch (OutOfMemoryError e) {
      // The analyser is garbage by now, so there is memory for a message.
      long heapMb = Runtime.getRuntime().maxMemory() >> 20;
      return complain(FAILED, "out of memory (" + e.getMessage() + "): case "
          + options.load + " with strategy " + LowerCaseNames.nameOf(options.strategy)
          + " needs more than " + heapMb + " MB of heap");
    } catch (RuntimeException e) {
      return complain(FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private void run(Options options) {
    factory.check(options.strategy);
    Reporter reporter = options.format.reporter(out);
    reporter.start(implementation, options);
    try (Analyser analyser =
        factory.create(options.sizes(), options.strategy, options.generator)) {
      long packets = options.mode == Mode.BATCH
          ? new BatchRun(analyser, options, reporter, in, options.collections()).run()
          : new RealTimeRun(analyser, options, reporter, clock, in).run();
      LiveObjects liveObjects = options.liveObjects ? LiveObjects.count() : null;
      boolean hasDigest = options.strategy != StrategyKind.DUMMY;
      reporter.end(new Outcome(analyser, packets, hasDigest, liveObjects));
    }
  }

  private int complain(int exitCode, String message) {
    err.println(implementation + ": " + message.replaceAll("\\s*\\R\\s*", "; "));
    return exitCode;
  }
}
