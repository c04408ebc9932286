package allocpool.heap;

import allocpool.workload.PacketAnalyser;
import allocpool.workload.Program;

/** The analyser with its packets in the Java heap. */
public final class HeapMain {
  private HeapMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Program.main(
        "heap",
        (sizes, strategy, generator) ->
            new PacketAnalyser<>(sizes, strategy, generator, HeapPacket::new),
        args);
  }
}
