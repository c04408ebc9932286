package allocpool.workload;

/** What came of a service run: how long packets take when nobody waits for a tick. */
final class Service {
  final Slices slices;
  final UptimeSpan uptime;

  Service(Slices slices, UptimeSpan uptime) {
    this.slices = slices;
    this.uptime = uptime;
  }
}
