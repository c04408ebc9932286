package allocpool.flat;

import allocpool.workload.Program;
import java.util.List;
import java.util.function.IntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * What the flat programs do before all that every measured program does: they refuse the
 * strategies that allocate, and check their switches.
 */
public final class FlatProgram {
  private static final int BAD_INPUT = 2;
  private static final List<String> ALLOCATING = List.of("alloc", "mix");

  private FlatProgram() {}

  /**
   * Runs a program and ends the process, as {@link Program#main} does.
   *
   * @param implementation its name in reports
   * @param slabs makes a slab of so many slots
   * @param args the command line; {@code --help} explains it
   */
  public static void main(
      String implementation, IntFunction<Slab> slabs, String... args) {
    try {
      Switches.check();
      checkStrategy(args);
    } catch (IllegalArgumentException e) {
      System.err.println(implementation + ": " + e.getMessage());
      System.exit(BAD_INPUT);
    }
    Program.main(
        implementation,
        (sizes, strategy, generator) -> {
          Slab slab = slabs.apply(strategy.mostPackets(sizes));
          if (Switches.asksForHugePages()) {
            slab.whySmallPages().ifPresent(reason ->
                System.err.println(implementation + ": no huge pages: " + reason));
          }
          return new FlatAnalyser(sizes, strategy, generator, slab);
        },
        args);
  }

  private static void checkStrategy(String... args) {
    KnownOptions options = new KnownOptions();
    try {
      new CommandLine(options).setUnmatchedArgumentsAllowed(true).parseArgs(args);
    } catch (ParameterException e) {
      return; // The program itself says what is wrong with it.
    }
    if (ALLOCATING.contains(options.strategy) && !options.help) {
      throw new IllegalArgumentException("--strategy: '" + options.strategy
          + "' is none of dummy, pool; nothing is ever allocated here");
    }
  }

  /** The options that matter here; all others are passed over. */
  @Command
  private static final class KnownOptions {
    @Option(names = "--strategy")
    private String strategy = "";

    @Option(names = "--help", usageHelp = true)
    private boolean help;
  }
}
