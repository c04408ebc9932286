package allocpool.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording's figures, gathered event by event, so that memory is bounded.
 */
final class Recording {
  private final Allocations allocations = new Allocations();
  private final Survivors survivors = new Survivors();
  private final Stops stops = new Stops();
  private final Map<String, Consumer<RecordedEvent>> readers = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  private String jvm = "";
  private int cores;
  private double cpu;
  private long cpuSamples;
  private long directBytes;
  private long directBuffers;
  private boolean lost;
  private double startNs = Double.MAX_VALUE;
  private double endNs;

  private Recording() {
    readers.put(Allocations.IN_NEW_TLAB, allocations::inNewTlab);
    readers.put(Allocations.OUTSIDE_TLAB, allocations::outsideTlab);
    readers.put(Allocations.SAMPLE, allocations::sample);
    readers.put(Survivors.IN_NEW_PLAB, survivors::inNewPlab);
    readers.put(Survivors.OUTSIDE_PLAB, survivors::outsidePlab);
    readers.put(Survivors.OLD_SAMPLE, survivors::stillAlive);
    readers.put("jdk.GCConfiguration", stops::configuration);
    readers.put("jdk.GCPhasePause", stops::pause);
    readers.put("jdk.GCPhaseConcurrent", stops::concurrent);
    readers.put("jdk.ZAllocationStall", stops::stall);
    readers.put("jdk.GarbageCollection", stops::collection);
    readers.put("jdk.GCHeapSummary", stops::heap);
    readers.put("jdk.SafepointBegin", stops::begin);
    readers.put("jdk.SafepointStateSynchronization", stops::synchronization);
    readers.put("jdk.GCHeapConfiguration",
        event -> stops.heapBytes = event.getLong("maxSize"));
    readers.put("jdk.JVMInformation", event -> jvm = event.getString("jvmVersion"));
    readers.put("jdk.CPUInformation", event -> cores = event.getInt("hwThreads"));
    readers.put("jdk.CPULoad", event -> {
      cpu += event.getFloat("jvmUser") + event.getFloat("jvmSystem");
      cpuSamples++;
    });
    readers.put("jdk.DirectBufferStatistics", event -> {
      directBytes = Math.max(directBytes, event.getLong("memoryUsed"));
      directBuffers = Math.max(directBuffers, event.getLong("count"));
    });
    readers.put("jdk.DataLoss", event -> lost = true);
  }

  /**
   * Reads a file.
   *
   * @throws RecordingException if it contains nothing readable
   * @throws IOException if the file cannot be read
   */
  static Recording read(Path file) throws IOException, RecordingException {
    Chunks chunks = Chunks.of(file);
    Recording result = new Recording();
    if (chunks.cutOff()) {
      result.notes.add(String.format(
          "the recording is cut off: the last %,d of its %,d bytes cannot be read",
          chunks.bytes - chunks.wholeBytes, chunks.bytes));
    }
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        result.read(events.readEvent());
      }
    } catch (IOException | RuntimeException damaged) {
      if (result.endNs == 0) {
        throw new RecordingException("cannot be read: " + damaged.getMessage());
      }
      if (!chunks.cutOff()) {
        result.notes.add("the recording is damaged: it was read up to there");
      }
    }
    if (result.endNs <= result.startNs) {
      throw new RecordingException("holds no events");
    }
    return result;
  }

  private void read(RecordedEvent event) {
    String name = event.getEventType().getName();
    Consumer<RecordedEvent> reader = readers.get(name);
    if (reader != null) {
      reader.accept(event);
    }
    if (!name.equals(Survivors.OLD_SAMPLE)) { // that has an allocation's time
      startNs = Math.min(startNs, nanos(event.getStartTime()));
      endNs = Math.max(endNs, nanos(event.getEndTime()));
    }
  }

  private static double nanos(java.time.Instant time) {
    return time.getEpochSecond() * 1e9 + time.getNano();
  }

  void describe(ObjectNode answer) {
    answer.put("ok", true).put("source", "jfr").put("jvm", jvm).put("cores", cores)
        .put("seconds", (endNs - startNs) / 1e9).put("last_ms", (endNs - startNs) / 1e6);
    if (cpuSamples > 0 && cores > 0) {
      answer.put("busy_cores", cpu / cpuSamples * cores);
    }
    answer.put("direct_mb", directBytes / (double) (1 << 20))
        .put("direct_buffers", directBuffers);
    stops.describe(startNs, answer);
    allocations.describe(answer);
    survivors.describe(answer);
    if (lost) {
      notes.add("the recorder lost events, so that bytes are less than they were");
    }
    if (stops.collector.equals("Shenandoah")) {
      notes.add("recordings lack the time for which Shenandoah made threads wait for"
          + " memory (pacing); a log has it: -Xlog:gc*,safepoint:file=gc.log");
    }
    ArrayNode told = answer.putArray("notes");
    notes.forEach(told::add);
  }
}
