package allocpool.gclog;

import com.microsoft.gctoolkit.event.GCEvent;
import com.microsoft.gctoolkit.event.MemoryPoolSummary;
import com.microsoft.gctoolkit.event.g1gc.G1GCPauseEvent;
import com.microsoft.gctoolkit.event.generational.GenerationalGCPauseEvent;
import com.microsoft.gctoolkit.event.jvm.JVMEvent;
import com.microsoft.gctoolkit.jvm.Diary;
import com.microsoft.gctoolkit.message.ChannelName;
import com.microsoft.gctoolkit.message.DataSourceParser;
import com.microsoft.gctoolkit.message.JVMEventChannel;
import com.microsoft.gctoolkit.message.JVMEventChannelListener;
import com.microsoft.gctoolkit.parser.UnifiedG1GCParser;
import com.microsoft.gctoolkit.parser.UnifiedGenerationalParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads pauses with GCToolKit's parsers. Its event bus, by default an asynchronous one,
 * is replaced by a plain list: one log, one thread, and no further libraries.
 */
final class ToolkitReader implements JVMEventChannel {
  // Kept in a field: a logger without a strong reference loses its level. The parsers
  // skip unknown lines, which the comparison of counts detects; messages would only
  // disturb.
  private static final Logger LOGGER = Logger.getLogger("com.microsoft.gctoolkit");

  static {
    LOGGER.setLevel(Level.OFF);
  }

  /**
   * This many lines, about 8 MB, take it most of a second, several times as long as the
   * lines alone; and where it understands everything, the figures are the same. The
   * course's own logs are shorter.
   */
  static final int LIMIT = 100_000;

  private static final Set<String> COLLECTORS =
      Set.of("G1", "Serial", "Parallel", "Concurrent Mark Sweep");

  private final List<Pause> pauses = new ArrayList<>();

  private ToolkitReader() {}

  /**
   * Tells whether GCToolKit should be used.
   *
   * @param lines the log's lines, already read
   * @return true if it has a parser for the collector, and the log is not too long
   */
  static boolean canRead(LogLines lines) {
    return lines.count < LIMIT && lines.isTimed() && lines.forgottenMs == 0
        && COLLECTORS.contains(lines.collectorName());
  }

  /**
   * Reads a log.
   *
   * @param parts its files, in order
   * @param run the virtual machine's number, from 1
   * @return the pauses that GCToolKit understands, in the log's order; none if it has no
   *     parser for this collector
   * @throws IOException if a file cannot be read
   */
  static List<Pause> read(List<Path> parts, int run) throws IOException {
    PlainLog log = new PlainLog(parts, run);
    Diary diary = log.diary();
    ToolkitReader reader = new ToolkitReader();
    List<DataSourceParser> parsers =
        Stream.<DataSourceParser>of(
                new UnifiedG1GCParser(), new UnifiedGenerationalParser())
            .filter(parser -> parser.accepts(diary))
            .collect(Collectors.toList());
    for (DataSourceParser parser : parsers) {
      parser.diary(diary);
      parser.publishTo(reader);
      try (Stream<String> lines = log.stream()) {
        lines.forEach(parser::receive);
      }
    }
    return reader.pauses;
  }

  @Override
  public void publish(ChannelName channel, JVMEvent event) {
    if (event instanceof G1GCPauseEvent) {
      add((GCEvent) event, ((G1GCPauseEvent) event).getHeap());
    } else if (event instanceof GenerationalGCPauseEvent) {
      add((GCEvent) event, ((GenerationalGCPauseEvent) event).getHeap());
    }
  }

  private void add(GCEvent event, MemoryPoolSummary heap) {
    double kilobytes = 1024;
    pauses.add(new Pause(
        event.getDateTimeStamp().toMilliseconds(),
        event.getDuration() * 1000,
        event.getGarbageCollectionType().getLabel(),
        heap == null ? null : heap.getOccupancyBeforeCollection() / kilobytes,
        heap == null ? null : heap.getOccupancyAfterCollection() / kilobytes));
  }

  @Override
  public void registerListener(JVMEventChannelListener listener) {
    throw new UnsupportedOperationException("events go to one list");
  }

  @Override
  public void close() {}
}
