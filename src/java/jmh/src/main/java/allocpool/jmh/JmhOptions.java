package allocpool.jmh;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line, and the JMH options derived from it. */
@Command(
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Measures one JMH benchmark in a fork, which gets the flags of this"
        + " virtual machine, and prints the results as JSON lines.")
final class JmhOptions {
  private static final double LEAST_SECONDS = 0.001;
  private static final double MOST_SECONDS = 3600;
  private static final int MOST_THREADS = 1024;

  /** Enough to show the scatter within one process. */
  private static final int ITERATIONS = 5;

  /** As long as measured ones; large code is compiled late. */
  private static final int WARMUP_ITERATIONS = 10;

  @Spec private CommandSpec command;

  @Option(names = "--bench", paramLabel = "NAME", required = true,
      description = "the bench that this is a turn of; the start event repeats it")
  String bench;

  @Option(names = "--contestant", paramLabel = "ID", required = true,
      description = "what the bench calls it; the start event repeats it")
  String contestant;

  @Option(names = "--benchmark", paramLabel = "REGEX", required = true,
      description = "a pattern that is found in the name (package.Class.method) of one"
          + " benchmark and of no other")
  private Pattern pattern;

  @Option(names = "--param", paramLabel = "NAME=VALUE",
      description = "a value for a parameter of the benchmark; needed where it has"
          + " several to choose from; may be repeated")
  Map<String, String> parameters = Map.of();

  @Option(names = "--threads", paramLabel = "N", defaultValue = "1",
      description = "how many threads run it at the same time, 1 to 1024 (default: 1)")
  int threads;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.5",
      description = "how long to measure, in five iterations, 0.001 to 3600; it warms up"
          + " twice as long before that (default: 0.5)")
  double seconds;

  @Option(names = "--sample",
      description = "take the times of single operations, for percentiles; without it,"
          + " the average time of an operation and what it allocates")
  boolean sample;

  @Option(names = "--verbose",
      description = "let JMH tell on the standard error what it does")
  private boolean verbose;

  @Option(names = "--help", usageHelp = true, description = "print this and exit")
  private boolean help;

  private String benchmark;

  /**
   * Checks the combination of options, and finds the benchmark.
   *
   * @param known the benchmarks on the class path
   * @throws ParameterException naming the option and its valid values
   */
  void validate(Benchmarks known) {
    check(threads >= 1 && threads <= MOST_THREADS,
        "--threads: " + threads + " is not in 1 to " + MOST_THREADS);
    check(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS, "--seconds: " + seconds
        + " is not in " + LEAST_SECONDS + " to " + (int) MOST_SECONDS);
    List<String> found = known.matching(pattern);
    check(!found.isEmpty(), "--benchmark: '" + pattern + "' is found in none of "
        + String.join(", ", known.names()));
    check(found.size() == 1, "--benchmark: '" + pattern + "' is found in several: "
        + String.join(", ", found));
    benchmark = found.get(0);
    checkParameters(known.parameters(benchmark));
  }

  /** JMH ignores unknown names, and runs all values of omitted parameters. */
  private void checkParameters(Map<String, List<String>> choices) {
    String valid = choices.isEmpty() ? "none" : String.join(", ", choices.keySet());
    parameters.keySet().forEach(given -> check(choices.containsKey(given),
        "--param: " + benchmark + " has no parameter '" + given + "'; it has " + valid));
    choices.forEach((parameter, values) -> check(
        parameters.containsKey(parameter) || values.size() == 1,
        "--param: " + benchmark + " needs a value for " + parameter + ", such as "
            + String.join(", ", values)));
  }

  /** Returns the benchmark's full name; only after validation. */
  String benchmark() {
    return benchmark;
  }

  /**
   * Returns the options for JMH; only after validation.
   *
   * <p>The benchmark runs in a fork: only there does JMH pass hints to the compiler, and
   * use newer compilers' black holes. The fork gets this virtual machine's flags and
   * class path. One is enough: the bench takes a turn in every round.
   */
  Options forJmh() {
    TimeValue iteration = TimeValue.microseconds((long) (seconds * 1e6 / ITERATIONS));
    ChainedOptionsBuilder options = new OptionsBuilder()
        .include("^" + Pattern.quote(benchmark) + "$")
        .mode(sample ? Mode.SampleTime : Mode.AverageTime)
        .timeUnit(TimeUnit.NANOSECONDS)
        .forks(1)
        .warmupForks(0)
        .warmupIterations(WARMUP_ITERATIONS)
        .warmupTime(iteration)
        .measurementIterations(ITERATIONS)
        .measurementTime(iteration)
        .threads(threads)
        .shouldFailOnError(true)
        .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT);
    parameters.forEach((parameter, value) -> options.param(parameter, value));
    if (!sample) {
      options.addProfiler(GCProfiler.class);
    }
    return options.build();
  }

  private void check(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), message);
    }
  }
}
