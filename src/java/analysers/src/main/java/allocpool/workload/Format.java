package allocpool.workload;

import java.io.PrintStream;
import java.util.function.Function;

/** What a program's output is for. */
enum Format {
  /** One JSON object a line, for programs. */
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
