package allocpool.workload;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line of every measured program. */
@Command(
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Runs the model of a network analyser and prints how fast it was.")
final class Options {
  private static final int PACKETS = 10_000_000;
  private static final long LAST_TICK = 0xFFFFFFFFL;

  @Spec private CommandSpec command;

  @Option(names = "--case", required = true, paramLabel = "A|B|C",
      converter = CaseNames.class, description = "how many packets are in use at a time")
  Case load;

  @Option(names = "--strategy", required = true, paramLabel = "dummy|alloc|mix|pool",
      converter = LowerCaseNames.Strategies.class,
      description = "how packets are come by")
  StrategyKind strategy;

  @Option(names = "--mode", required = true, paramLabel = "batch|realtime",
      converter = LowerCaseNames.Modes.class,
      description = "as fast as possible, or by the ticks of a clock")
  Mode mode;

  @Option(names = "--generator", paramLabel = "counter|random", defaultValue = "counter",
      converter = LowerCaseNames.Generators.class, description = "which packets they are")
  Generator.Kind generator;

  @Option(names = "--scale", paramLabel = "1|100", defaultValue = "1",
      converter = Scales.class, description = "by how much the case is scaled down")
  int scale;

  @Option(names = "--format", paramLabel = "json|text", defaultValue = "json",
      converter = LowerCaseNames.Formats.class,
      description = "for programs or for people")
  Format format;

  @Option(names = "--settle", paramLabel = "N",
      description = "packets before anything counts"
          + " (default: until queue and store are full)")
  private Long settle;

  @Option(names = "--packets", paramLabel = "N",
      description = "batch: packets a round (default: 10000000 / scale)")
  private Long packets;

  @Option(names = "--warmup-rounds", paramLabel = "N", defaultValue = "5",
      description = "batch: first rounds, which do not count (default: 5)")
  int warmupRounds;

  @Option(names = "--rounds", paramLabel = "N|-", defaultValue = "10",
      converter = RoundRequest.Count.class,
      description = "batch: rounds that count (default: 10); or '-': each line of the"
          + " standard input asks for one, as PACKETS LIMIT_MS")
  private int rounds;

  @Option(names = "--round-limit-ms", paramLabel = "MS", defaultValue = "0",
      description = "batch: end a round early, after this time (default: 0, never)")
  private long roundLimitMs;

  @Option(names = "--whole-collections",
      description = "batch: a round that is over goes on until a collection has ended,"
          + " for a second at most")
  private boolean wholeCollections;

  @Option(names = "--interval-ns", paramLabel = "D[,D...]|-",
      converter = Intervals.Reader.class,
      description = "realtime: time between two packets, 1 to 100000000; or several,"
          + " with commas between, one after the other; or '-': each line of the standard"
          + " input asks for a probe, as INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]")
  private Intervals intervals;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "5",
      description = "realtime: how long each interval is observed, unless its line says"
          + " it (default: 5)")
  private double seconds;

  @Option(names = "--warmup-seconds", paramLabel = "S", defaultValue = "1",
      description = "realtime: how long it runs before that, unless its line says it, and"
          + " before the service times are taken (default: 1)")
  double warmupSeconds;

  @Option(names = "--service-seconds", paramLabel = "S", defaultValue = "0",
      description = "realtime: how long it runs as fast as possible before the first"
          + " probe, to take the service times (default: 0, not at all)")
  double serviceSeconds;

  @Option(names = "--clock", paramLabel = "thread|counter", defaultValue = "thread",
      converter = LowerCaseNames.Clocks.class,
      description = "realtime: a thread of its own says what is due, or the reader"
          + " computes it (default: thread)")
  ClockKind clock;

  @Option(names = "--first-tick", paramLabel = "N", defaultValue = "0",
      description = "realtime: the first tick's number, 0 to 4294967295 (default: 0)")
  private long firstTick;

  @Option(names = "--live-objects",
      description = "at the end, count the objects that are reachable")
  boolean liveObjects;

  @Option(names = "--help", usageHelp = true, description = "print this and exit")
  boolean help;

  /**
   * Checks the combination of options.
   *
   * @throws ParameterException naming the option and its valid values
   */
  void validate() {
    if (mode == Mode.BATCH) {
      refuse("realtime", "--interval-ns", "--seconds", "--warmup-seconds",
          "--service-seconds", "--clock", "--first-tick");
    } else {
      refuse("batch", "--packets", "--warmup-rounds", "--rounds", "--round-limit-ms",
          "--whole-collections");
      check(intervals != null, "Missing required option: '--interval-ns=D[,D...]|-'");
    }
    check(packets == null || packets > 0, "--packets: " + packets + " is not positive");
    check(settle == null || settle >= 0, "--settle: " + settle + " is negative");
    check(warmupRounds >= 0, "--warmup-rounds: " + warmupRounds + " is negative");
    check(roundLimitMs >= 0, "--round-limit-ms: " + roundLimitMs + " is negative");
    check(ProbeRequest.isObservable(seconds),
        "--seconds: " + seconds + " is not in 0 to 1e6");
    check(ProbeRequest.isDuration(warmupSeconds),
        "--warmup-seconds: " + warmupSeconds + " is not in 0 to 1e6");
    check(ProbeRequest.isDuration(serviceSeconds),
        "--service-seconds: " + serviceSeconds + " is not in 0 to 1e6");
    check(firstTick >= 0 && firstTick <= LAST_TICK,
        "--first-tick: " + firstTick + " is not in 0 to " + LAST_TICK);
  }

  Sizes sizes() {
    return load.sizes(scale);
  }

  /** Returns the number of packets in a round. */
  long packets() {
    return packets != null ? packets : PACKETS / scale;
  }

  /** Returns a round of the command line's size. */
  RoundRequest round() {
    return new RoundRequest(packets(), roundLimitMs);
  }

  /**
   * Returns the measured rounds of a batch run, in order.
   *
   * @param in the source of requests, if the command line says so; a line is read after
   *     the previous round has been reported
   * @return the requests; taking one throws the same exceptions as in {@link #probes}
   */
  Stream<RoundRequest> rounds(InputStream in) {
    return rounds == RoundRequest.Count.ASKED
        ? lines(in).map(RoundRequest::parse)
        : Stream.generate(this::round).limit(rounds);
  }

  /** Returns the number of packets between two readings of the time. */
  int chunk() {
    return 10_000 / scale;
  }

  /** Returns the first tick's number, unsigned. */
  int firstTick() {
    return (int) firstTick;
  }

  /**
   * Returns the probes of a real-time run, in order.
   *
   * @param in the source of requests, if the command line gives no intervals; a line is
   *     read after the previous probe has been reported
   * @return the requests; taking one throws BadInputException if its line is invalid, and
   *     UncheckedIOException if reading fails
   */
  Stream<ProbeRequest> probes(InputStream in) {
    if (intervals.nanoseconds == null) {
      return lines(in).map(ProbeRequest::parse);
    }
    return intervals.nanoseconds.stream()
        .map(interval -> new ProbeRequest(interval, seconds, warmupSeconds, false));
  }

  /** Returns a counter of collections if rounds should contain whole ones; else null. */
  LongSupplier collections() {
    return wholeCollections ? new CollectionCount() : null;
  }

  private static Stream<String> lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines();
  }

  /** Returns the number of packets between two progress lines of a real-time run. */
  int progressEvery() {
    return 1_000_000 / scale;
  }

  // --8<-- [start:settle]
  /**
   * Returns the number of packets until queue and store reach a steady state. The counter
   * fills the slots one after the other, while a random order takes about three times as
   * many packets to leave only a few empty.
   */
  long settle() {
    if (settle != null) {
      return settle;
    }
    int packetsPerSlot = generator == Generator.Kind.COUNTER ? 16 : 48;
    return sizes().queue + (long) packetsPerSlot * sizes().stored;
  }
  // --8<-- [end:settle]

  private void refuse(String otherMode, String... names) {
    for (String name : names) {
      check(!command.commandLine().getParseResult().hasMatchedOption(name),
          name + " belongs to --mode " + otherMode);
    }
  }

  private void check(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), message);
    }
  }

  /** Parses a case. */
  static final class CaseNames implements CommandLine.ITypeConverter<Case> {
    @Override
    public Case convert(String value) {
      for (Case load : Case.values()) {
        if (load.name().equals(value)) {
          return load;
        }
      }
      throw new TypeConversionException("'" + value + "' is none of A, B, C");
    }
  }

  /** Parses a scale. */
  static final class Scales implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (value.equals("1") || value.equals("100")) {
        return Integer.valueOf(value);
      }
      throw new TypeConversionException("'" + value + "' is none of 1, 100");
    }
  }
}
