package allocpool.service;

import allocpool.bench.BenchReport;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The server's events: a start with its port; totals since its start, on request; an end.
 * For one thread at a time.
 */
final class ServiceReport {
  private final BenchReport report;

  ServiceReport(PrintStream out) {
    report = new BenchReport("service-java", out);
  }

  /** Reports that the server listens. */
  void start(ServiceOptions options, int port, LiveSet live) {
    report.start(options.buffers.label(), BenchReport.object()
        .put("buffers", options.buffers.label())
        .put("port", port)
        .put("live_mb", options.liveMegabytes)
        .put("live_sessions", live.size())
        .put("digests", options.digests)
        .put("processors", Runtime.getRuntime().availableProcessors()));
  }

  // --8<-- [start:totals]
  /**
   * Reports the work done, and what the JVM has spent on it so far.
   *
   * @param served the work done
   */
  void totals(Served served) {
    ObjectNode more = BenchReport.object()
        .put("bytes", served.bytes)
        .put("refused", served.refused)
        .put("accepted", served.accepted)
        .put("open", served.open)
        .put("buffers", served.buffers)
        .put("buffer_bytes", served.bufferBytes)
        .put("buffers_in_use", served.inUse)
        .put("uptime_ms", ManagementFactory.getRuntimeMXBean().getUptime())
        .put("cpu_ns", processTime())
        .put("allocated_bytes", served.allocated)
        .put("direct_bytes", directMemory());
    ObjectNode collectors = more.putObject("collectors");
    for (GarbageCollectorMXBean collector
        : ManagementFactory.getGarbageCollectorMXBeans()) {
      collectors.putObject(collector.getName())
          .put("count", collector.getCollectionCount())
          .put("ms", collector.getCollectionTime());
    }
    report.result("requests", "", served.requests, served.requests, more);
  }
  // --8<-- [end:totals]

  void end() {
    report.end();
  }

  /** Returns the CPU time in ns, including the collector's and compiler's threads. */
  private static long processTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Returns the size of the unfreed buffers outside the heap. */
  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
