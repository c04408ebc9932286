package allocpool.workload;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The number of reachable objects, and their total size. */
final class LiveObjects {
  final long instances;
  final long bytes;

  private LiveObjects(long instances, long bytes) {
    this.instances = instances;
    this.bytes = bytes;
  }

  /**
   * Counts them. This makes the virtual machine collect all garbage first, so it must not
   * be called during a measurement.
   *
   * @return all objects that are reachable now
   * @throws IllegalStateException if this virtual machine has no class histogram
   */
  static LiveObjects count() {
    try {
      Object histogram = ManagementFactory.getPlatformMBeanServer().invoke(
          new ObjectName("com.sun.management:type=DiagnosticCommand"),
          "gcClassHistogram",
          new Object[] {new String[0]},
          new String[] {String[].class.getName()});
      return parse(histogram.toString());
    } catch (JMException e) {
      throw new IllegalStateException("no class histogram here: " + e.getMessage(), e);
    }
  }

  /** Parses the last line of a histogram: {@code Total <instances> <bytes>}. */
  static LiveObjects parse(String histogram) {
    String[] total = histogram.lines()
        .filter(line -> line.startsWith("Total"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the class histogram has no total"))
        .trim().split("\\s+");
    return new LiveObjects(Long.parseLong(total[1]), Long.parseLong(total[2]));
  }
}
