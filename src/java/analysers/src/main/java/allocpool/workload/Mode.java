package allocpool.workload;

/** How a program is driven. */
enum Mode {
  /** As fast as it can. */
  BATCH,
  /** By the ticks of a clock that does not wait. */
  REALTIME
}
