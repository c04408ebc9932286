package allocpool.queues;

import allocpool.queues.bench.BenchProgram;
import allocpool.queues.bench.Contestant;
import allocpool.queues.bench.Roster;
import allocpool.queues.peers.Peers;

/**
 * Measures a queue of clock ticks: a native one that Java reads by JNI, or one with both
 * ends in Java.
 */
public final class QueueBenchMain {
  private QueueBenchMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    Roster roster = new Roster();
    for (QueueKind kind : QueueKind.values()) {
      roster.add(kind.label(), "jni",
          () -> Contestant.inMemory(JniBinding.load(), kind));
      roster.add(kind.label(), "jni-call",
          () -> Contestant.byCalls(JniBinding.load(), kind));
    }
    roster
        .add("batch-ring", "java", () -> Contestant.inJava(JavaQueues::batchRing))
        .add("run-ring", "java", () -> Contestant.inJava(JavaQueues::runRing))
        .add("jctools-spsc-array-queue", "java",
            () -> Contestant.inJava(Peers::jctoolsArrayQueue))
        .add("agrona-one-to-one-array-queue", "java",
            () -> Contestant.inJava(Peers::agronaArrayQueue))
        .add("agrona-one-to-one-ring-buffer", "java",
            () -> Contestant.inJava(Peers::agronaRingBuffer));
    BenchProgram.main("queue-bench-java", roster, args);
  }
}
