package allocpool.workload;

/** The way to drive a program. */
enum Mode {
  /** At full speed. */
  BATCH,
  /** By the ticks of a clock that does not wait. */
  REALTIME
}
