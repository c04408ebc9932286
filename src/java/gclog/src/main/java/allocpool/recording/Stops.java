package allocpool.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** The program's pauses, and the heap's use around each collection. */
final class Stops {
  private static final double NS_PER_MS = 1e6;
  private static final double MB = 1 << 20;
  private static final Map<String, String> COLLECTORS = Map.of(
      "G1New", "G1",
      "ParallelScavenge", "Parallel",
      "DefNew", "Serial",
      "ParNew", "Concurrent Mark Sweep",
      "Z", "The Z Garbage Collector",
      "ZGC Minor", "The Z Garbage Collector",
      "Shenandoah", "Shenandoah");

  /** Event names of stop-the-world collections of the whole heap. */
  private static final List<String> FULL =
      List.of("G1Full", "ParallelOld", "SerialOld", "PSMarkSweep");

  String collector = "an unknown collector";
  long heapBytes;

  private final List<double[]> pauses = new ArrayList<>(); // ns since the epoch, ms, id
  private final List<double[]> stalls = new ArrayList<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Double> before = new HashMap<>();
  private final List<double[]> collections = new ArrayList<>();
  private double concurrentMs;
  private final DoubleSummaryStatistics begins = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics synchronizations = new DoubleSummaryStatistics();

  void configuration(RecordedEvent event) {
    for (String field : List.of("youngCollector", "oldCollector")) {
      String name = event.getString(field);
      if (COLLECTORS.containsKey(name)) {
        collector = COLLECTORS.get(name);
        return;
      }
    }
  }

  void pause(RecordedEvent event) {
    pauses.add(new double[] {at(event), ms(event), event.getLong("gcId")});
  }

  void concurrent(RecordedEvent event) {
    concurrentMs += ms(event);
  }

  void stall(RecordedEvent event) {
    stalls.add(new double[] {at(event), ms(event)});
  }

  void collection(RecordedEvent event) {
    names.put(event.getLong("gcId"), event.getString("name"));
  }

  void heap(RecordedEvent event) {
    long id = event.getLong("gcId");
    double used = event.getLong("heapUsed") / MB;
    if ("Before GC".equals(event.getString("when"))) {
      before.put(id, used);
    } else if (before.containsKey(id)) {
      collections.add(new double[] {at(event), before.remove(id), used});
    }
  }

  /**
   * From the request to stop until all threads stood still, as in a log; JDK 17 includes
   * some microseconds of cleaning up.
   */
  void begin(RecordedEvent event) {
    begins.accept(ms(event));
  }

  /** The last part of that, which can be a small one. */
  void synchronization(RecordedEvent event) {
    synchronizations.accept(ms(event));
  }

  private static double at(RecordedEvent event) {
    return event.getStartTime().getEpochSecond() * 1e9 + event.getStartTime().getNano();
  }

  private static double ms(RecordedEvent event) {
    return event.getDuration().toNanos() / NS_PER_MS;
  }

  /** Writes figures in the same form as for logs; startNs is the recording's start. */
  void describe(double startNs, ObjectNode answer) {
    answer.put("collector_name", collector)
        .put("heap_mb", heapBytes / MB)
        .put("concurrent_ms", concurrentMs);
    ArrayNode events = answer.putArray("events");
    for (double[] one : pauses) {
      boolean full = FULL.contains(names.getOrDefault((long) one[2], ""));
      events.addObject()
          .put("at_ms", (one[0] - startNs) / NS_PER_MS)
          .put("pause_ms", one[1])
          .put("kind", full ? "Pause Full" : "Pause");
    }
    ArrayNode waits = answer.putArray("stall_events");
    for (double[] one : stalls) {
      waits.addObject()
          .put("at_ms", (one[0] - startNs) / NS_PER_MS)
          .put("stall_ms", one[1])
          .put("kind", "Allocation Stall");
    }
    collections.sort((one, other) -> Double.compare(one[0], other[0]));
    ArrayNode uses = answer.putArray("collections");
    for (double[] one : collections) {
      uses.addArray().add((one[0] - startNs) / NS_PER_MS).add(one[1]).add(one[2]);
    }
    DoubleSummaryStatistics ways = begins.getCount() > 0 ? begins : synchronizations;
    answer.put("safepoints", ways.getCount())
        .put("max_to_safepoint_ms", Math.max(0, ways.getMax()))
        .put("to_safepoint_ms", ways.getSum());
  }
}
