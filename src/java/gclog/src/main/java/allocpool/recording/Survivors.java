package allocpool.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/**
 * The objects that survived collections. G1 and Parallel record what they copied; any
 * collector's recording can contain a sample of the objects alive at its end.
 */
final class Survivors {
  static final String IN_NEW_PLAB = "jdk.PromoteObjectInNewPLAB";
  static final String OUTSIDE_PLAB = "jdk.PromoteObjectOutsidePLAB";
  static final String OLD_SAMPLE = "jdk.OldObjectSample";

  private static final int MOST = 30;

  private final Map<String, Double> copiedBytes = new HashMap<>();
  private final Map<String, Integer> old = new HashMap<>();
  private final Map<RecordedClass, String> classes = new IdentityHashMap<>();
  private int olds;

  void inNewPlab(RecordedEvent event) {
    copied(event, event.getLong("plabSize"));
  }

  void outsidePlab(RecordedEvent event) {
    copied(event, event.getLong("objectSize"));
  }

  private void copied(RecordedEvent event, double weight) {
    RecordedClass type = event.getClass("objectClass");
    if (type != null) {
      String name = classes.computeIfAbsent(type, one -> Site.readable(one.getName()));
      copiedBytes.merge(name, weight, Double::sum);
    }
  }

  void stillAlive(RecordedEvent event) {
    RecordedObject object = event.getValue("object");
    RecordedClass type = object == null ? null : object.getClass("type");
    if (type != null) {
      olds++;
      String name = Site.readable(type.getName());
      old.merge(name + " " + Site.of(event.getStackTrace()), 1, Integer::sum);
    }
  }


  void describe(ObjectNode answer) {
    ObjectNode copied = answer.putObject("copied_mb");
    copiedBytes.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(MOST)
        .forEach(one -> copied.put(one.getKey(), one.getValue() / (1 << 20)));
    answer.put("old_samples", olds);
    ArrayNode list = answer.putArray("old");
    old.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(MOST)
        .forEach(one -> {
          int blank = one.getKey().indexOf(' ');
          list.addObject()
              .put("class", one.getKey().substring(0, blank))
              .put("site", one.getKey().substring(blank + 1))
              .put("samples", one.getValue());
        });
  }
}
