package allocpool.foreign;

import allocpool.workload.PacketAnalyser;
import allocpool.workload.Program;

/** The analyser with its packets in one memory segment outside the Java heap. */
public final class ForeignMain {
  private ForeignMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Program.main(
        "foreign",
        (sizes, strategy, generator) ->
            new PacketAnalyser<>(sizes, strategy, generator,
                new ForeignPackets(new Slots(strategy.mostPackets(sizes)))),
        args);
  }
}
