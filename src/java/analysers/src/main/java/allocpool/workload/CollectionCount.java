package allocpool.workload;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** How many collections have ended in this virtual machine. Asking allocates nothing. */
final class CollectionCount implements LongSupplier {
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(collector -> !collector.getName().endsWith(" Pauses"))
          .collect(Collectors.toUnmodifiableList());

  /** ZGC counts the pauses of a collection beside the collection; they end nothing. */
  @Override
  public long getAsLong() {
    long ended = 0;
    for (int i = 0; i < collectors.size(); i++) {
      ended += collectors.get(i).getCollectionCount();
    }
    return ended;
  }
}
