package allocpool.workload;

/** The result of a service run: the packets' times without waiting for ticks. */
final class Service {
  final Slices slices;
  final UptimeSpan uptime;

  Service(Slices slices, UptimeSpan uptime) {
    this.slices = slices;
    this.uptime = uptime;
  }
}
