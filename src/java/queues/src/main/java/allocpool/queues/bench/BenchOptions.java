package allocpool.queues.bench;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line. */
@Command(
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Measures one queue of clock ticks, read by Java.")
final class BenchOptions {
  private static final double LEAST_SECONDS = 0.001;
  private static final double MOST_SECONDS = 3600;
  private static final int MOST_CAPACITY = 1 << 26;

  @Spec private CommandSpec command;

  @Option(names = "--queue", paramLabel = "NAME",
      description = "which queue; --list names them")
  String queue;

  @Option(names = "--binding", paramLabel = "NAME",
      description = "how Java gets at its ticks; --list names them")
  String binding;

  @Option(names = "--measure", paramLabel = "M[,M...]", split = ",",
      converter = MeasureNames.class,
      description = "what is measured: consume, interval, throughput, size, round-trip,"
          + " take, call (default: all that the contestant has)")
  private List<Measure> measures = List.of();

  @Option(names = "--capacity", paramLabel = "N",
      description = "ticks that the queue holds, 1 to 67108864 (default: 65536; for"
          + " interval what bridges 20 ms, but at least 100000)")
  Integer capacity;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.4",
      description = "how long each measure takes, about, 0.001 to 3600, and half as long"
          + " to warm up before that (default: 0.4); interval takes a tenth of it for"
          + " every interval that it tries")
  private double seconds;

  @Option(names = "--list", description = "print the contestants as QUEUE/BINDING, exit")
  boolean list;

  @Option(names = "--help", usageHelp = true, description = "print this and exit")
  private boolean help;

  /**
   * Checks the combination of options.
   *
   * @param roster the known contestants
   * @throws ParameterException naming the option and its valid values
   */
  void validate(Roster roster) {
    check(binding != null, "Missing required option: '--binding=NAME'; valid are "
        + String.join(", ", roster.bindings()));
    check(roster.bindings().contains(binding), "--binding: '" + binding
        + "' is none of " + String.join(", ", roster.bindings()));
    Set<String> queues = roster.queues(binding);
    check(queue != null, "Missing required option: '--queue=NAME'; valid with --binding "
        + binding + " are " + String.join(", ", queues));
    check(queues.contains(queue), "--queue: '" + queue + "' is none of "
        + String.join(", ", queues) + ", the queues with --binding " + binding);
    check(capacity == null || capacity > 0 && capacity <= MOST_CAPACITY,
        "--capacity: " + capacity + " is not in 1 to " + MOST_CAPACITY);
    check(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS, "--seconds: " + seconds
        + " is not in " + LEAST_SECONDS + " to " + (int) MOST_SECONDS);
  }

  /**
   * Returns the measures to take, each once, in the order of the enum.
   *
   * @param usual the default
   */
  Set<Measure> measures(Set<Measure> usual) {
    return measures.isEmpty() ? usual : EnumSet.copyOf(measures);
  }

  /** Returns the duration of a measure, in nanoseconds. */
  long nanoseconds() {
    return (long) (seconds * 1e9);
  }

  double seconds() {
    return seconds;
  }

  private void check(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), message);
    }
  }

  /** Parses a measure's name. */
  static final class MeasureNames implements ITypeConverter<Measure> {
    @Override
    public Measure convert(String value) {
      return Arrays.stream(Measure.values())
          .filter(measure -> measure.label().equals(value))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException(
              "'" + value + "' is none of "
                  + Arrays.stream(Measure.values())
                      .map(Measure::label)
                      .collect(Collectors.joining(", "))));
    }
  }
}
