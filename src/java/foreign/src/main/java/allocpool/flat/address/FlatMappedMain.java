package allocpool.flat.address;

import allocpool.flat.FlatProgram;
import allocpool.flat.Switches;

/** The analyser with its packets in one mapping, identified by their numbers. */
public final class FlatMappedMain {
  private FlatMappedMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    FlatProgram.main(
        "flat-mapped",
        slots -> MappedSlab.allocate(slots, Switches.wantsHugePages()),
        args);
  }
}
