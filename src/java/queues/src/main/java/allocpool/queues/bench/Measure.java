package allocpool.queues.bench;

/**
 * The measures, in the order in which they run. Reading long batches comes first: the
 * compiler unrolls the consumer's loop according to the length of the batches seen so
 * far, and the other measures' batches are short.
 */
enum Measure {
  /** The time to read ticks that are already there, in ns per tick. */
  CONSUME("consume", "a queue has to be stopped first, and then it cannot be called"),
  /** The smallest interval between ticks at which none is lost, in ns. */
  INTERVAL("interval", "every queue has one"),
  /** From one thread to another at full speed, in ns per tick. */
  THROUGHPUT("throughput", "the writing end has to be in Java: it must wait when full"),
  /** The number of ticks per successful look, at intervals of 100 and 1000 ns. */
  SIZE("size", "every queue has one"),
  /** From one thread to another and back, in ns. */
  ROUND_TRIP("round-trip", "the writing end has to be in Java: it must answer"),
  /** Reading a tick by a call when one is always there, in ns. */
  TAKE("take", "it is not read by calls"),
  /** Calling a native function that does nothing, in ns. */
  CALL("call", "it is not read by calls");

  private final String label;
  private final String obstacle;

  Measure(String label, String obstacle) {
    this.label = label;
    this.obstacle = obstacle;
  }

  /** Returns its name on the command line. */
  String label() {
    return label;
  }

  /** Returns its name in results. */
  String metric() {
    return label.replace('-', '_');
  }

  /** Returns the reason why some contestants lack it. */
  String obstacle() {
    return obstacle;
  }
}
