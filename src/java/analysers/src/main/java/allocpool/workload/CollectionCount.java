package allocpool.workload;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Counts the collections that have ended in this virtual machine. Does not allocate. */
final class CollectionCount implements LongSupplier {
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(collector -> !isAPart(collector.getName()))
          .collect(Collectors.toUnmodifiableList());

  /** True for pauses of ZGC, of Shenandoah or, since JDK 20, of G1's markings. */
  private static boolean isAPart(String name) {
    return name.endsWith(" Pauses") || name.equals("G1 Concurrent GC");
  }

  @Override
  public long getAsLong() {
    long ended = 0;
    for (int i = 0; i < collectors.size(); i++) {
      ended += collectors.get(i).getCollectionCount();
    }
    return ended;
  }
}
