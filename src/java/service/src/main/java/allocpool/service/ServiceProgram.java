package allocpool.service;

import static allocpool.bench.BenchCommand.FAILED;
import static allocpool.bench.BenchCommand.OK;

import allocpool.bench.BenchCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/** The program: a server that runs until its input ends or {@link #finish} is called. */
final class ServiceProgram {
  private static final String TOTALS = "totals";

  private final BenchCommand command;
  private final InputStream in;
  private final PrintStream out;
  private final IntConsumer halt;

  private ServiceReport report;
  private EchoServer server; // null: not started yet, or ended

  /**
   * Prepares it.
   *
   * @param in requests for totals
   * @param out for events
   * @param err for one line if it fails
   * @param halt ends the process when the server's thread has failed: other threads may
   *     be waiting for it
   */
  ServiceProgram(InputStream in, PrintStream out, PrintStream err, IntConsumer halt) {
    command = new BenchCommand("service", out, err);
    this.in = in;
    this.out = out;
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
    return command.run(options, () -> serve(options), args);
  }

  private int serve(ServiceOptions options) {
    options.validate();
    try {
      start(options);
      listen();
      finish();
      return OK;
    } catch (IOException e) {
      return command.complain(FAILED, "port " + options.port + ": " + e.getMessage());
    } catch (IllegalStateException e) { // nobody reads its output
      stop();
      return command.complain(FAILED, e.getMessage());
    } catch (OutOfMemoryError e) {
      return command.complain(FAILED, outOfMemory(e));
    }
  }

  private synchronized void start(ServiceOptions options) throws IOException {
    LiveSet live = LiveSet.of(options.liveMegabytes);
    Application application = new Application(live, options.digests);
    server = EchoServer.start(
        options.port, Limits.CONNECTIONS, options.buffers.allocator(), application,
        this::fail);
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
        command.complain(OK, "'" + line + "' is no command; there is " + TOTALS);
      }
    }
  }

  private synchronized void tell() {
    if (server != null) {
      report.totals(server.served().join());
    }
  }

  /** Ends the server and reports its last figures. Any thread may call it, and again. */
  synchronized void finish() {
    if (server != null) {
      Served last = stop();
      report.totals(last);
      report.end();
    }
  }

  /** Ends the server, if there is one; returns its last figures. */
  private synchronized Served stop() {
    EchoServer ending = server;
    server = null;
    return ending == null ? new Served() : ending.end();
  }

  /** Called by the server's thread. */
  private void fail(Throwable failure) {
    command.complain(FAILED, failure instanceof OutOfMemoryError
        ? outOfMemory((OutOfMemoryError) failure) : failure.toString());
    halt.accept(FAILED);
  }

  private static String outOfMemory(OutOfMemoryError error) {
    return "out of memory (" + error.getMessage() + "): it needs more than the "
        + (Runtime.getRuntime().maxMemory() >> 20) + " MB of heap, or more beside it";
  }
}
