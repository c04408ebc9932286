package allocpool.gclog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The runs of the virtual machines that wrote a log, one of which is examined. */
final class Runs {
  private final int wanted;
  private LogLines chosen;
  private int chosenNumber;
  private boolean chosenBorn;
  private int count;
  private boolean cut;
  private boolean old;

  private Runs(int wanted) {
    this.wanted = wanted;
  }

  /**
   * Reads a whole log.
   *
   * @param parts its files, in order
   * @param wanted the run to examine, from 1; 0 for the last one with a collection, or
   *     else the last one
   * @param strict as in {@link LogLines}
   * @return its runs
   * @throws GcLogException if it is no log, or has no such run
   * @throws IOException if a file cannot be read
   */
  static Runs read(List<Path> parts, int wanted, boolean strict)
      throws GcLogException, IOException {
    Runs runs = new Runs(wanted);
    try (LogReader reader = new LogReader(parts)) {
      LogLines lines = new LogLines(strict);
      int number = reader.run();
      boolean born = false;
      while (reader.next()) {
        if (reader.run() != number) {
          runs.end(number, lines, born);
          lines = new LogLines(strict);
          number = reader.run();
        }
        born = reader.isBorn();
        lines.read(reader.atMs(), reader.line());
      }
      runs.end(number, lines, born);
      runs.cut = reader.isCut();
      runs.old = reader.isOldForm();
    }
    runs.check();
    return runs;
  }

  private void end(int number, LogLines lines, boolean born) {
    count = number;
    boolean better = chosen == null || chosen.isEmpty() || !lines.isEmpty();
    if (wanted == 0 ? better : wanted == number) {
      chosen = lines;
      chosenNumber = number;
      chosenBorn = born;
    }
  }

  private void check() throws GcLogException {
    if (chosen == null) {
      throw new GcLogException(
          "has no run " + wanted + ": it was written by " + count);
    }
    if (chosen.count == 0) {
      throw new GcLogException("no line of a garbage collector's log; write it with "
          + GcLog.OPTION + " or, with JDK 8, " + OldForm.OPTION);
    }
    if (chosen.collectorName() == null) {
      throw new GcLogException("does not say which collector wrote it (\"Using ...\"),"
          + " and no line tells" + flags());
    }
  }

  /** Returns the second half of a note on what is missing: flags that help. */
  private String flags() {
    return "; " + (old ? OldForm.OPTION : "-Xlog:gc*,safepoint:file=gc.log")
        + " writes a log that does";
  }

  LogLines chosen() {
    return chosen;
  }

  int chosenNumber() {
    return chosenNumber;
  }

  int count() {
    return count;
  }

  /** Returns the notes, as in {@link GcLog#notes}. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (count > 1) {
      notes.add(count + " virtual machines wrote it, one after the other: this is number "
          + chosenNumber);
    }
    String name = chosen.collectorName();
    if (name.equals(CollectorSigns.EITHER)) {
      notes.add("which of the two collectors wrote it no line tells" + flags());
    } else if (!chosen.isNamed()) {
      notes.add("the collector's name is missing; its lines are those of " + name);
    }
    if (!chosen.isTimed()) {
      notes.add("its lines do not say when they were written, so nothing can be told of"
          + " rates and of shares of the time" + flags());
    } else if (!chosenBorn) {
      notes.add("its beginning is missing: what is told begins in the middle; "
          + (old ? "-Xloggc:gc.log without -XX:+UseGCLogFileRotation"
              : "-Xlog:gc*:file=gc.log::filecount=0") + " keeps it");
    }
    if (chosen.forgottenMs > 0) {
      notes.add("it is long: only the end is looked at" + (chosen.isTimed()
          ? String.format(Locale.ROOT, ", from %,.0f s on", chosen.forgottenMs / 1000)
          : ""));
    }
    if (chosen.unfinished > 0) {
      notes.add("parts are missing: pauses that begin and do not end: "
          + chosen.unfinished);
    }
    if (cut) {
      notes.add("its end is missing: the packed data are cut off");
    }
    if (name.equals(CollectorSigns.EPSILON)) {
      notes.add("Epsilon never collects: only the rate of allocation can be told");
      return notes;
    }
    if (chosen.pauses.isEmpty() && !chosen.isEmpty()) {
      notes.add("it does not tell pauses" + flags());
    }
    if (chosen.safepoints.isEmpty()) {
      notes.add("it does not tell the time to safepoint" + flags());
    }
    return notes;
  }
}
