package allocpool.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * Allocated bytes by class and line. Two kinds of events provide them: those of
 * thread-local buffers have an object's size and stand for a buffer's bytes; the samples
 * of JDK 16 and later have no size. If a recording has both, the first kind is used.
 */
final class Allocations {
  static final String IN_NEW_TLAB = "jdk.ObjectAllocationInNewTLAB";
  static final String OUTSIDE_TLAB = "jdk.ObjectAllocationOutsideTLAB";
  static final String SAMPLE = "jdk.ObjectAllocationSample";

  private static final String DIRECT = "java.nio.DirectByteBuffer";
  private static final int MOST_SITES = 30;
  private static final int STEPS = 256; // sizes distinguished between two powers of two

  private final Map<String, Tally> exact = new HashMap<>();
  private final Map<String, Tally> sampled = new HashMap<>();
  private final Map<RecordedStackTrace, String> sites = new IdentityHashMap<>();
  private final Map<RecordedClass, String> classes = new IdentityHashMap<>();
  private boolean hasTlabs;

  /** One class at one line. */
  private static final class Tally {
    final String type;
    final String site;
    final boolean direct;
    double bytes;
    double objects;
    long events;
    final TreeMap<Long, Double> bytesBySize = new TreeMap<>();

    Tally(String type, String site, boolean direct) {
      this.type = type;
      this.site = site;
      this.direct = direct;
    }

    /** Returns the smallest size such that objects up to it have this share of bytes. */
    long quantile(double share) {
      double left = share * bytes;
      for (Map.Entry<Long, Double> one : bytesBySize.entrySet()) {
        left -= one.getValue();
        if (left <= 0) {
          return one.getKey();
        }
      }
      return bytesBySize.lastKey();
    }
  }

  void inNewTlab(RecordedEvent event) {
    hasTlabs = true;
    count(exact, event, event.getLong("allocationSize"), event.getLong("tlabSize"));
  }

  void outsideTlab(RecordedEvent event) {
    long size = event.getLong("allocationSize");
    count(exact, event, size, size);
  }

  void sample(RecordedEvent event) {
    count(sampled, event, 0, event.getLong("weight"));
  }

  private void count(
      Map<String, Tally> tallies, RecordedEvent event, long size, double weight) {
    RecordedClass type = event.getClass("objectClass");
    String name = type == null ? "?"
        : classes.computeIfAbsent(type, one -> Site.readable(one.getName()));
    RecordedStackTrace stack = event.getStackTrace();
    String site = stack == null ? Site.UNKNOWN : sites.computeIfAbsent(stack, Site::of);
    Tally tally = tallies.computeIfAbsent(name + " " + site,
        key -> new Tally(name, site, DIRECT.equals(name) && Site.asksForDirect(stack)));
    tally.events++;
    tally.bytes += weight;
    if (size > 0) {
      tally.objects += weight / size;
      tally.bytesBySize.merge(rounded(size), weight, Double::sum);
    }
  }

  /** Rounds up to one of a few sizes, which bounds their number. */
  private static long rounded(long size) {
    long step = Math.max(8, Long.highestOneBit(size) / STEPS);
    return (size + step - 1) / step * step;
  }

  void describe(ObjectNode answer) {
    Map<String, Tally> tallies = hasTlabs || sampled.isEmpty() ? exact : sampled;
    List<Tally> ordered = new ArrayList<>(tallies.values());
    ordered.sort(Comparator.comparingDouble((Tally one) -> -one.bytes)
        .thenComparing(one -> one.type).thenComparing(one -> one.site));
    double bytes = ordered.stream().mapToDouble(one -> one.bytes).sum();
    answer.put("allocated_mb", bytes / (1 << 20))
        .put("allocation_events", ordered.stream().mapToLong(one -> one.events).sum())
        .put("sizes_known", tallies == exact && !exact.isEmpty());
    ArrayNode list = answer.putArray("sites");
    for (Tally one : ordered.subList(0, Math.min(MOST_SITES, ordered.size()))) {
      ObjectNode node = list.addObject()
          .put("class", one.type)
          .put("site", one.site)
          .put("direct", one.direct)
          .put("mb", one.bytes / (1 << 20))
          .put("events", one.events);
      if (!one.bytesBySize.isEmpty()) {
        node.put("objects", one.objects)
            .put("from_bytes", one.quantile(0.1))
            .put("to_bytes", one.quantile(0.9));
      }
    }
  }
}
