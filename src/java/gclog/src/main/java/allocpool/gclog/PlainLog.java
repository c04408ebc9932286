package allocpool.gclog;

import com.microsoft.gctoolkit.io.GCLogFile;
import com.microsoft.gctoolkit.io.LogFileMetadata;
import com.microsoft.gctoolkit.io.SingleLogFileMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One run's lines for GCToolKit, all in the format {@code [1.354s][info][gc,start] text},
 * whatever their original format.
 */
final class PlainLog extends GCLogFile {
  private final List<Path> parts;
  private final int run;

  PlainLog(List<Path> parts, int run) {
    super(parts.get(0));
    this.parts = parts;
    this.run = run;
  }

  @Override
  public LogFileMetadata getMetaData() throws IOException {
    return new SingleLogFileMetadata(parts.get(0));
  }

  /** Returns the lines; must be closed. Read errors throw UncheckedIOException. */
  @Override
  public Stream<String> stream() {
    LogReader reader = new LogReader(parts);
    Spliterator<String> lines =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
          @Override
          public boolean tryAdvance(Consumer<? super String> action) {
            return advance(reader, action);
          }
        };
    return StreamSupport.stream(lines, false).onClose(() -> close(reader));
  }

  private boolean advance(LogReader reader, Consumer<? super String> action) {
    try {
      while (reader.next()) {
        LogLine line = reader.line();
        if (reader.run() == run && !Double.isNaN(reader.atMs())
            && !Safepoint.TAG.equals(line.tags)) { // which GCToolKit does not report
          action.accept(
              seconds(reader.atMs()) + "[info][" + line.tags + "] " + line.text);
          return true;
        }
      }
      return false;
    } catch (GcLogException e) {
      throw new IllegalStateException(e); // it could be read before
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Formats a time like a virtual machine; String.format would take most of the time. */
  private static String seconds(double ms) {
    long rounded = Math.round(Math.max(0, ms));
    String fraction = Long.toString(1000 + rounded % 1000).substring(1);
    return "[" + rounded / 1000 + "." + fraction + "s]";
  }

  private static void close(LogReader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
