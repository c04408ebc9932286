package allocpool.jmh;

import static allocpool.bench.BenchCommand.FAILED;
import static allocpool.bench.BenchCommand.OK;

import allocpool.bench.BenchCommand;
import allocpool.bench.BenchReport;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/** The program behind {@link JmhMain}, with its streams as parameters. */
final class JmhProgram {
  private final BenchCommand command;
  private final PrintStream out;

  JmhProgram(PrintStream out, PrintStream err) {
    command = new BenchCommand("jmh-bench", out, err);
    this.out = out;
  }

  /** Returns the exit code. */
  int run(String... args) {
    JmhOptions options = new JmhOptions();
    return command.run(options, () -> run(options), args);
  }

  private int run(JmhOptions options) {
    options.validate(Benchmarks.onClassPath());
    try {
      measure(options);
      return OK;
    } catch (RunnerException e) {
      return command.complain(FAILED, options.benchmark() + ": " + Failure.inside(e));
    }
  }

  private void measure(JmhOptions options) throws RunnerException {
    BenchReport report = new BenchReport(options.bench, out);
    report.start(options.contestant, parameters(options));
    try {
      RunResult run = run(options.forJmh());
      if (options.sample) {
        RunEvents.sampled(run, report);
      } else {
        RunEvents.averaged(run, report);
      }
    } catch (RunnerException e) {
      Throwable failure = Failure.inside(e);
      if (!(failure instanceof CannotRunException)) {
        throw e;
      }
      report.skipped(failure.getMessage());
    }
    report.end();
  }

  private static ObjectNode parameters(JmhOptions options) {
    ObjectNode parameters = BenchReport.object()
        .put("benchmark", options.benchmark())
        .put("mode", options.sample ? "sample" : "average")
        .put("threads", options.threads)
        .put("seconds", BenchReport.decimal(options.seconds));
    options.parameters.forEach(parameters.putObject("param")::put);
    return parameters;
  }

  private static RunResult run(Options options) throws RunnerException {
    Collection<RunResult> runs = new Runner(options).run();
    if (runs.size() != 1) {
      throw new IllegalStateException(
          "JMH gave " + runs.size() + " results for one benchmark");
    }
    return runs.iterator().next();
  }
}
