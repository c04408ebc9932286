package allocpool.gclog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads a log's lines about collections, each with its time. The log may be in several
 * files, and may have been written by several virtual machines, one after the other.
 */
final class LogReader implements Closeable {
  /** Threads may write in another order than they read the time. */
  private static final double DISORDER_MS = 1000;

  /** No virtual machine starts this slowly: its clock must have started elsewhere. */
  private static final double STARTED_BY_MS = 600_000;

  private final List<Path> files;
  private LogText file;
  private int nextFile;
  private boolean newFile;
  private boolean cut;

  private final OldForm oldForm = new OldForm();
  private final Deque<LogLine> old = new ArrayDeque<>();
  private boolean unified; // some line is not in the old format

  private int run = 1;
  private LogLine line;
  private double atMs;
  private boolean collected; // in this run
  private boolean born; // before its first collection the run names its collector
  private double zeroMs; // the uptime's zero
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
   * Advances to the next line.
   *
   * @return true if there is one
   * @throws GcLogException if a file is not a log
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

  /** Returns the line. */
  LogLine line() {
    return line;
  }

  /**
   * Returns its time: milliseconds since the virtual machine's start, or since the run's
   * first line if only the time of day is known; NaN without times.
   */
  double atMs() {
    return atMs;
  }

  /** Returns the number of the virtual machine that wrote it, from 1. */
  int run() {
    return run;
  }

  /** Returns true if the log contains the start of the line's run. */
  boolean isBorn() {
    return born;
  }

  /** Returns true if JDK 8 or an older one wrote it. */
  boolean isOldForm() {
    return !unified;
  }

  /** Returns true if compressed data ended too early. */
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

  /** Determines the line's run and time. */
  private void place() {
    if (collected && line.namesCollector() || fellBack()) {
      run++;
      startRun();
    }
    newFile = false;
    if (!collected) {
      born |= line.isBirth();
      if (Double.isNaN(latestMs)) {
        zeroMs = born && line.uptimeMs > STARTED_BY_MS ? line.uptimeMs : 0;
      }
    }
    atMs = time();
    if (Double.isNaN(firstMs)) {
      firstMs = atMs;
    }
    latestMs = Double.isNaN(latestMs) ? atMs : Math.max(latestMs, atMs);
    collected |= line.text.startsWith("GC(");
  }

  /** True if the clock was reset by a start, not by one line with a wrong time. */
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
