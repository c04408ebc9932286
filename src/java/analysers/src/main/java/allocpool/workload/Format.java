package allocpool.workload;

import java.io.PrintStream;
import java.util.function.Function;

/** The formats of a program's output. */
enum Format {
  /** One JSON object per line, for programs. */
  JSON(JsonReporter::new),
  /** Short lines for people. */
  TEXT(TextReporter::new);

  private final Function<PrintStream, Reporter> reporter;

  Format(Function<PrintStream, Reporter> reporter) {
    this.reporter = reporter;
  }

  Reporter reporter(PrintStream out) {
    return reporter.apply(out);
  }
}
