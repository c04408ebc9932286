package allocpool.queues.bench;

/**
 * What can be measured, in this order. Reading long batches comes first: the compiler
 * unrolls the consumer's loop as far as the batches that it has seen are long, and those
 * of the others are short.
 */
enum Measure {
  /** What it takes to read ticks that are there already, in ns per tick. */
  CONSUME("consume", "a queue has to be stopped first, and then it cannot be called"),
  /** The smallest interval between ticks at which none is lost, in ns. */
  INTERVAL("interval", "every queue has one"),
  /** From one thread to another as fast as it goes, in ns per tick. */
  THROUGHPUT("throughput", "the writing end has to be in Java: it must wait when full"),
  /** How many ticks a look finds that finds any, at intervals of 100 and 1000 ns. */
  SIZE("size", "every queue has one"),
  /** From one thread to another and back, in ns. */
  ROUND_TRIP("round-trip", "the writing end has to be in Java: it must answer"),
  /** A tick read by a call, where one is always there, in ns. */
  TAKE("take", "it is not read by calls"),
  /** A call of a native function that does nothing, in ns. */
  CALL("call", "it is not read by calls");

  private final String label;
  private final String obstacle;

  Measure(String label, String obstacle) {
    this.label = label;
    this.obstacle = obstacle;
  }

  /** Its name on the command line. */
  String label() {
    return label;
  }

  /** Its name in results. */
  String metric() {
    return label.replace('-', '_');
  }

  /** Why some contestants do not have it. */
  String obstacle() {
    return obstacle;
  }
}
