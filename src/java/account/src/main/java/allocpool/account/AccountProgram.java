package allocpool.account;

import static allocpool.bench.BenchCommand.OK;

import allocpool.bench.BenchCommand;
import allocpool.bench.BenchReport;
import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@link AccountMain}, with its streams as parameters. */
final class AccountProgram {
  private static final int MOST_QUEUED = 1_000_000;
  private static final double LEAST_SECONDS = 0.001;
  private static final double MOST_SECONDS = 3600;
  private static final int AT_A_TIME = 1000;

  private final BenchCommand command;
  private final PrintStream out;

  AccountProgram(PrintStream out, PrintStream err) {
    command = new BenchCommand("account-bench", out, err);
    this.out = out;
  }

  /** Returns the exit code. */
  int run(String... args) {
    Asked asked = new Asked();
    return command.run(asked, () -> measure(asked), args);
  }

  private int measure(Asked asked) {
    asked.validate();
    BenchReport report = new BenchReport("packet", out);
    report.start(asked.contestant, BenchReport.object()
        .put("messages", asked.messages.name()).put("queued", asked.queued)
        .put("linked", asked.linked).put("seconds", BenchReport.decimal(asked.seconds)));
    Turns turns = new Turns(asked.messages, asked.queued, asked.linked);
    new Stretch(turns, 2 * asked.seconds); // code compiled late is compiled by now
    Stretch measured = new Stretch(turns, asked.seconds);
    long count = measured.count;
    report.result("turn_ns", "ns", (double) measured.cpuNs / count, count);
    report.result("allocated_bytes", "B", (double) measured.bytes / count, count);
    report.end();
    return OK;
  }

  /**
   * A stretch of turns, and the CPU time and allocation of this thread. CPU time excludes
   * pauses under every collector, and waits for memory.
   */
  private static final class Stretch {
    final long count;
    final long cpuNs;
    final long bytes;

    Stretch(Turns turns, double seconds) {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long self = Thread.currentThread().getId();
      long bytesBefore = threads.getThreadAllocatedBytes(self);
      long cpuBefore = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      long taken = 0;
      do {
        turns.take(AT_A_TIME);
        taken += AT_A_TIME;
      } while (System.nanoTime() - start < seconds * 1e9);
      cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
      bytes = threads.getThreadAllocatedBytes(self) - bytesBefore;
      count = taken;
    }
  }

  /** The command line. */
  @Command(
      sortOptions = false,
      usageHelpAutoWidth = true,
      description = "Measures the turn of a packet analyser, with one thing taken away or"
          + " not, and prints what its thread takes, pauses left out, as JSON lines.")
  private static final class Asked {
    @Spec private CommandSpec command;

    @Option(names = "--contestant", paramLabel = "ID", required = true,
        description = "what the bench calls it; the start event repeats it")
    private String contestant;

    @Option(names = "--messages", paramLabel = "KIND", required = true,
        description = "${COMPLETION-CANDIDATES}")
    private Supply.Kind messages;

    @Option(names = "--queued", paramLabel = "N", defaultValue = "1",
        description = "how many wait, and how many are kept, 1 to 1000000 (default: 1)")
    private int queued;

    @Option(names = "--linked",
        description = "store what was read of a message into it")
    private boolean linked;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.5",
        description = "how long to measure, 0.001 to 3600; it warms up twice as long"
            + " before that (default: 0.5)")
    private double seconds;

    @Option(names = "--help", usageHelp = true, description = "print this and exit")
    private boolean help;

    void validate() {
      check(queued >= 1 && queued <= MOST_QUEUED,
          "--queued: " + queued + " is not in 1 to " + MOST_QUEUED);
      check(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS, "--seconds: " + seconds
          + " is not in " + LEAST_SECONDS + " to " + (int) MOST_SECONDS);
    }

    private void check(boolean condition, String message) {
      if (!condition) {
        throw new ParameterException(command.commandLine(), message);
      }
    }
  }
}
