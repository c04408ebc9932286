package allocpool.jmh;

import allocpool.bench.BenchReport;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program behind {@link JmhMain}, with any streams. */
final class JmhProgram {
  private static final String NAME = "jmh-bench";
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final PrintStream out;
  private final PrintStream err;

  JmhProgram(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Returns the exit code. */
  int run(String... args) {
    JmhOptions options = new JmhOptions();
    CommandLine commandLine = new CommandLine(options).setCommandName(NAME);
    try {
      commandLine.parseArgs(args);
      if (options.help) {
        commandLine.usage(out);
        out.flush();
        return OK;
      }
      options.validate(Benchmarks.onClassPath());
      measure(options);
      return OK;
    } catch (UnmatchedArgumentException e) {
      return complain(BAD_INPUT, e.getMessage() + "; valid are "
          + String.join(", ", commandLine.getCommandSpec().optionsMap().keySet()));
    } catch (ParameterException e) {
      return complain(BAD_INPUT, e.getMessage());
    } catch (RunnerException e) {
      return complain(FAILED, options.benchmark() + ": " + Failure.inside(e));
    } catch (RuntimeException e) {
      return complain(FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
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

  private int complain(int exitCode, String message) {
    err.println(NAME + ": " + message.replaceAll("\\s*\\R\\s*", "; "));
    return exitCode;
  }
}
