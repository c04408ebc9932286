package allocpool.gclog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All that one log says; immutable. */
final class GcLog {
  /** The option that makes a virtual machine of JDK 11 to 25 write such a log. */
  static final String OPTION =
      "-Xlog:gc*,safepoint=off:file=%s:uptime,level,tags:filecount=0";

  private static final double ROUNDING_MS = 0.0015;

  final String collectorName;

  /**
   * Who read the pauses: {@code gctoolkit}, or {@code log} if it did not understand all.
   */
  final String source;

  final List<Pause> pauses;
  final List<Span> concurrent;

  /**
   * Threads that waited for memory, or for an object to be moved, while others went on.
   * Shenandoah makes threads that allocate too fast wait, many times and shortly; it logs
   * only the sum in whole milliseconds, for each thread and collection. That is one stall
   * here, and lies just before the end of the collection.
   */
  final List<Span> stalls;

  /**
   * What was in use after each collection, in the order of time: after young, mixed,
   * degenerated and full ones, and at the end of each cycle of ZGC and Shenandoah. At the
   * end of a cycle of CMS or G1 the log does not say it.
   */
  final List<HeapUse> heap;

  private GcLog(LogLines lines, String source, List<Pause> pauses) {
    this.collectorName = lines.collectorName();
    this.source = source;
    this.pauses = List.copyOf(pauses);
    this.concurrent = List.copyOf(lines.concurrent);
    this.stalls = List.copyOf(lines.stalls);
    this.heap = List.copyOf(lines.heap.values());
  }

  /**
   * Reads a log.
   *
   * @param path the file; its last line may be cut off
   * @return what it says
   * @throws GcLogException if there is no such file, or it is no such log
   */
  static GcLog read(Path path) throws GcLogException {
    if (!Files.isRegularFile(path)) {
      throw new GcLogException(path + ": no such file");
    }
    try {
      // Every byte is a character in this encoding, so that no content can make us fail.
      List<String> text = Files.readAllLines(path, StandardCharsets.ISO_8859_1);
      if (text.isEmpty()) {
        throw new GcLogException("is empty");
      }
      LogLines lines = LogLines.read(text);
      List<Pause> agreed = agree(toolkitPauses(path), lines.pauses);
      return agreed.isEmpty()
          ? new GcLog(lines, "log", lines.pauses)
          : new GcLog(lines, "gctoolkit", agreed);
    } catch (GcLogException e) {
      throw new GcLogException(path + ": " + e.getMessage());
    } catch (IOException e) {
      throw new GcLogException(path + ": cannot be read (" + e + ")");
    }
  }

  private static List<Pause> toolkitPauses(Path path) throws IOException {
    try {
      return ToolkitReader.read(path);
    } catch (RuntimeException e) {
      return List.of(); // It stumbled; the lines alone must do.
    }
  }

  /**
   * Compares two readings of the same pauses.
   *
   * @return the toolkit's pauses under the names that the log gives them; none if one is
   *     missing or of another length
   */
  private static List<Pause> agree(List<Pause> toolkit, List<Pause> lines) {
    if (toolkit.size() != lines.size()) {
      return List.of();
    }
    List<Pause> agreed = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (Math.abs(toolkit.get(i).lengthMs - lines.get(i).lengthMs) > ROUNDING_MS) {
        return List.of();
      }
      agreed.add(toolkit.get(i).withKind(lines.get(i).kind));
    }
    return agreed;
  }
}
