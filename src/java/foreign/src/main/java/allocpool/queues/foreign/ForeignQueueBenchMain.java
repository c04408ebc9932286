package allocpool.queues.foreign;

import allocpool.queues.QueueKind;
import allocpool.queues.bench.BenchProgram;
import allocpool.queues.bench.Contestant;
import allocpool.queues.bench.Roster;

/** Measures a native queue of clock ticks with foreign memory and functions. */
public final class ForeignQueueBenchMain {
  private ForeignQueueBenchMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Roster roster = new Roster();
    for (QueueKind kind : QueueKind.values()) {
      roster
          .add(kind.label(), "foreign",
              () -> Contestant.inMemory(ForeignBindings.ordinary(), kind))
          .add(kind.label(), "foreign-call",
              () -> Contestant.byCalls(ForeignBindings.ordinary(), kind))
          .add(kind.label(), "foreign-critical",
              () -> Contestant.byCalls(ForeignBindings.critical(), kind));
    }
    BenchProgram.main("queue-bench-foreign", roster, args);
  }
}
