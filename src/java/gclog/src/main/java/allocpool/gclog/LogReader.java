package allocpool.gclog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The lines of a log that are about collections, each with its time. The log may lie in
 * several files, and may have been written by one virtual machine after the other.
 */
final class LogReader implements Closeable {
  /** Threads may write in another order than they took the time. */
  private static final double DISORDER_MS = 1000;

  /** No virtual machine takes so long to start: its clock must have begun elsewhere. */
  private static final double STARTED_BY_MS = 600_000;

  private final List<Path> files;
  private LogText file;
  private int nextFile;
  private boolean newFile;
  private boolean cut;

  private final OldForm oldForm = new OldForm();
  private final Deque<LogLine> old = new ArrayDeque<>();
  private boolean unified; // some line is not of the old form

  private int run = 1;
  private LogLine line;
  private double atMs;
  private boolean collected; // in this run
  private boolean born; // the run's first line is a virtual machine's first
  private double zeroMs; // of the uptime
  private double wallZeroMs;
  private double firstMs;
  private double latestMs;

  /**
   * Opens a log.
   *
   * @param files its parts, in order
   */
  LogReader(List<Path> files) {
    this.files = files;
    startRun();
  }

  /**
   * Reads on.
   *
   * @return whether there is a further line
   * @throws GcLogException if a file is something else
   * @throws IOException if a file cannot be read
   */
  boolean next() throws GcLogException, IOException {
    String text = "";
    while (old.isEmpty() && (text = text()) != null) {
      line = Decorations.parse(text);
      if (line.tags != null) {
        unified = true;
        place();
        return true;
      }
      if (!unified) {
        oldForm.read(text, old);
      }
    }
    line = old.poll();
    if (line == null) {
      return false;
    }
    place();
    return true;
  }

  /** The line. */
  LogLine line() {
    return line;
  }

  /**
   * When it was written: milliseconds since the virtual machine's start, or since the
   * run's first line if only the time of day is told; NaN if nothing is.
   */
  double atMs() {
    return atMs;
  }

  /** Which virtual machine wrote it, from 1. */
  int run() {
    return run;
  }

  /** Whether the line's run is told from its beginning. */
  boolean isBorn() {
    return born;
  }

  /** Whether packed data ended too early. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }

  private String text() throws GcLogException, IOException {
    while (true) {
      String text = file == null ? null : file.line();
      if (text != null) {
        return text;
      }
      if (file != null) {
        cut |= file.isCut();
        file.close();
        file = null;
      }
      if (nextFile == files.size()) {
        return null;
      }
      file = new LogText(files.get(nextFile++));
      newFile = true;
    }
  }

  private void startRun() {
    collected = false;
    born = false;
    zeroMs = 0;
    wallZeroMs = Double.NaN;
    firstMs = Double.NaN;
    latestMs = Double.NaN;
  }

  /** Finds the line's run and time. */
  private void place() {
    if (collected && line.namesCollector() || fellBack()) {
      run++;
      startRun();
    }
    newFile = false;
    if (Double.isNaN(latestMs) && !collected) {
      born |= line.isBirth();
      zeroMs = born && line.uptimeMs > STARTED_BY_MS ? line.uptimeMs : 0;
    }
    atMs = time();
    if (Double.isNaN(firstMs)) {
      firstMs = atMs;
    }
    latestMs = Double.isNaN(latestMs) ? atMs : Math.max(latestMs, atMs);
    collected |= line.text.startsWith("GC(");
  }

  /** A start sets the clock back; one line with a wrong time does not. */
  private boolean fellBack() {
    double uptime = line.uptimeMs - zeroMs;
    return uptime < latestMs - DISORDER_MS
        && (newFile || uptime < firstMs + DISORDER_MS);
  }

  private double time() {
    if (!Double.isNaN(line.uptimeMs)) {
      double uptime = line.uptimeMs - zeroMs;
      if (Double.isNaN(wallZeroMs)) {
        wallZeroMs = line.wallMs - uptime;
      }
      return uptime;
    }
    if (Double.isNaN(wallZeroMs)) {
      wallZeroMs = line.wallMs;
    }
    return line.wallMs - wallZeroMs;
  }
}
