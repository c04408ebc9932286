package allocpool.nativebuffer;

import allocpool.workload.PacketAnalyser;
import allocpool.workload.Program;

/** The analyser with its packets in one direct buffer outside the Java heap. */
public final class NativeMain {
  private NativeMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Program.main(
        "native",
        (sizes, strategy, generator) ->
            new PacketAnalyser<>(sizes, strategy, generator,
                new NativePackets(new Slots(strategy.mostPackets(sizes)))),
        args);
  }
}
