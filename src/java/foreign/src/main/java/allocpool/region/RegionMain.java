package allocpool.region;

import allocpool.workload.Analyser;
import allocpool.workload.BadInputException;
import allocpool.workload.Generator;
import allocpool.workload.Program;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.util.Locale;

/** The analyser with its packets in arenas, one for each batch. */
public final class RegionMain implements Program.AnalyserFactory {
  private RegionMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Program.main("region", new RegionMain(), args);
  }

  @Override
  public void check(StrategyKind strategy) {
    if (strategy != StrategyKind.ALLOC && strategy != StrategyKind.POOL) {
      throw new BadInputException("--strategy: '"
          + strategy.name().toLowerCase(Locale.ROOT)
          + "' is none of alloc, pool; that is how a region comes by its memory");
    }
  }

  @Override
  public Analyser create(Sizes sizes, StrategyKind strategy, Generator.Kind generator) {
    return new RegionAnalyser(sizes, strategy, generator);
  }
}
