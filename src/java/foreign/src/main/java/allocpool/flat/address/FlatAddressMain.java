package allocpool.flat.address;

import allocpool.workload.Analyser;
import allocpool.workload.BadInputException;
import allocpool.workload.Generator;
import allocpool.workload.Program;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.util.Locale;

/** The analyser with its packets in one mapping, identified by their addresses. */
public final class FlatAddressMain implements Program.AnalyserFactory {
  private static final String NAME = "flat-address";

  private FlatAddressMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Program.main(NAME, new FlatAddressMain(), args);
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
    Mapping.requireNativeAccess();
    AddressAnalyser analyser = new AddressAnalyser(
        sizes, strategy, generator, allocpool.flat.Switches.wantsHugePages());
    if (Switches.asksForHugePages()) {
      analyser.whySmallPages().ifPresent(reason ->
          System.err.println(NAME + ": no huge pages: " + reason));
    }
    return analyser;
  }
}
