package allocpool.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: a server that runs until its input ends, or it is told to finish. */
final class ServiceProgram {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final String NAME = "service";
  private static final String TOTALS = "totals";

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private final IntConsumer halt;

  private ServiceReport report;
  private EchoServer server; // null: not started yet, or ended

  /**
   * Prepares it.
   *
   * @param in where it is asked for totals
   * @param out for events
   * @param err for one line if it fails
   * @param halt ends the process when the server's thread has failed: others may be
   *     waiting for that one
   */
  ServiceProgram(InputStream in, PrintStream out, PrintStream err, IntConsumer halt) {
    this.in = in;
    this.out = out;
    this.err = err;
    this.halt = halt;
  }

  /**
   * Runs until the input ends.
   *
   * @param args the command line
   * @return the exit code: 0, 1 after a failure, 2 after bad input
   */
  int run(String... args) {
    ServiceOptions options = new ServiceOptions();
    CommandLine commandLine = new CommandLine(options).setCommandName(NAME);
    try {
      commandLine.parseArgs(args);
      if (options.help) {
        commandLine.usage(out);
        out.flush();
        return OK;
      }
      options.validate();
    } catch (UnmatchedArgumentException e) {
      return complain(BAD_INPUT, e.getMessage() + "; valid are "
          + String.join(", ", commandLine.getCommandSpec().optionsMap().keySet()));
    } catch (ParameterException e) {
      return complain(BAD_INPUT, e.getMessage());
    }
    try {
      start(options);
      listen();
      finish();
      return OK;
    } catch (IOException e) {
      return complain(FAILED, "port " + options.port + ": " + e.getMessage());
    } catch (IllegalStateException e) { // nobody reads its output
      stop();
      return complain(FAILED, e.getMessage());
    } catch (OutOfMemoryError e) {
      return complain(FAILED, outOfMemory(e));
    }
  }

  private synchronized void start(ServiceOptions options) throws IOException {
    LiveSet live = LiveSet.of(options.liveMegabytes);
    server = EchoServer.start(
        options.port, options.buffers.allocator(), live, this::fail);
    report = new ServiceReport(out);
    report.start(options, server.port(), live);
  }

  private void listen() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals(TOTALS)) {
        tell();
      } else {
        complain(OK, "'" + line + "' is no command; there is " + TOTALS);
      }
    }
  }

  private synchronized void tell() {
    if (server != null) {
      report.totals(server.served().join());
    }
  }

  /** Ends the server and tells its last figures. Any thread may call it, and again. */
  synchronized void finish() {
    if (server != null) {
      Served last = stop();
      report.totals(last);
      report.end();
    }
  }

  /** Ends the server, if there is one; its last figures. */
  private synchronized Served stop() {
    EchoServer ending = server;
    server = null;
    return ending == null ? new Served() : ending.end();
  }

  /** Called by the server's thread. */
  private void fail(Throwable failure) {
    complain(FAILED, failure instanceof OutOfMemoryError
        ? outOfMemory((OutOfMemoryError) failure) : failure.toString());
    halt.accept(FAILED);
  }

  private static String outOfMemory(OutOfMemoryError error) {
    return "out of memory (" + error.getMessage() + "): it needs more than the "
        + (Runtime.getRuntime().maxMemory() >> 20) + " MB of heap, or more beside it";
  }

  private int complain(int exitCode, String message) {
    err.println(NAME + ": " + message.replaceAll("\\s*\\R\\s*", "; "));
    return exitCode;
  }
}
