package allocpool.flat;

import allocpool.workload.Analyser;
import allocpool.workload.BadInputException;
import allocpool.workload.Generator;
import allocpool.workload.Program;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * The common part of the flat programs, beyond what every measured program does: it
 * rejects strategies that allocate, and checks the switches.
 */
public final class FlatProgram implements Program.AnalyserFactory {
  private final String implementation;
  private final IntFunction<Slab> slabs;

  private FlatProgram(String implementation, IntFunction<Slab> slabs) {
    this.implementation = implementation;
    this.slabs = slabs;
  }

  /**
   * Runs a program and exits, as {@link Program#main} does.
   *
   * @param implementation its name in reports
   * @param slabs makes a slab of the given number of slots
   * @param args the command line; {@code --help} explains it
   */
  public static void main(
      String implementation, IntFunction<Slab> slabs, String... args) {
    Program.main(implementation, new FlatProgram(implementation, slabs), args);
  }

  @Override
  public void check(StrategyKind strategy) {
    Switches.check();
    if (strategy == StrategyKind.ALLOC || strategy == StrategyKind.MIX) {
      throw new BadInputException("--strategy: '"
          + strategy.name().toLowerCase(Locale.ROOT)
          + "' is none of dummy, pool; nothing is ever allocated here");
    }
  }

  @Override
  public Analyser create(Sizes sizes, StrategyKind strategy, Generator.Kind generator) {
    Slab slab = slabs.apply(strategy.mostPackets(sizes));
    if (Switches.asksForHugePages()) {
      slab.whySmallPages().ifPresent(reason ->
          System.err.println(implementation + ": no huge pages: " + reason));
    }
    return new FlatAnalyser(sizes, strategy, generator, slab);
  }
}
