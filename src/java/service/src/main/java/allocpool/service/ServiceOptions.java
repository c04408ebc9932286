package allocpool.service;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Echoes what it is sent by HTTP/1.1, on this machine only. Each line"
        + " 'totals' on the standard input is answered by the figures up to then; at its"
        + " end, or at SIGTERM, the server tells them once more and ends.")
final class ServiceOptions {
  private static final int LAST_PORT = 65535;
  private static final int MOST_MEGABYTES = 65536;
  private static final int MOST_DIGESTS = 1000;

  @Spec private CommandSpec command;

  @Option(names = "--buffers", required = true, paramLabel = "KIND",
      converter = BufferKind.Reader.class,
      description = "where buffers come from: heap-new, direct-new, heap-pool,"
          + " direct-pool")
  BufferKind buffers;

  @Option(names = "--port", paramLabel = "N", defaultValue = "0",
      description = "where it listens; 0 (the default): where there is room, which the"
          + " first line tells")
  int port;

  @Option(names = "--live-mb", paramLabel = "MB", defaultValue = "0",
      description = "how much memory is alive all the time, about, 0 to 65536"
          + " (default: 0)")
  int liveMegabytes;

  @Option(names = "--digests", paramLabel = "N", defaultValue = "0",
      description = "how many SHA-256 digests of each body the application calculates,"
          + " 0 to 1000 (default: 0)")
  int digests;

  @Option(names = "--help", usageHelp = true, description = "print this and exit")
  private boolean help;

  /**
   * Checks the ranges.
   *
   * @throws ParameterException naming the option and its valid values
   */
  void validate() {
    check("--port", port, LAST_PORT);
    check("--live-mb", liveMegabytes, MOST_MEGABYTES);
    check("--digests", digests, MOST_DIGESTS);
  }

  private void check(String name, int value, int most) {
    if (value < 0 || value > most) {
      throw new ParameterException(
          command.commandLine(), name + ": " + value + " is not in 0 to " + most);
    }
  }
}
