package allocpool.teaching;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts programs in JVMs of their own, with the heap and the collector set by flags, and
 * reads the JSON lines that they print.
 *
 * <p>Flags from the environment (such as {@code JAVA_TOOL_OPTIONS}) do not reach the
 * child, so the command alone determines what is measured. A child never outlives the
 * call that started it, whether that returns, throws, or times out.
 */
public final class ChildJvm {
  private static final long TIMEOUT_MS = 120_000;
  private static final List<String> UNWANTED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private final Path home;

  private ChildJvm(Path home) {
    this.home = home;
  }

  /**
   * Returns the runtime in a folder.
   *
   * @throws IllegalArgumentException if the folder has no {@code bin/java}
   */
  public static ChildJvm at(Path home) {
    if (!Files.isExecutable(java(home))) {
      throw new IllegalArgumentException(
          home + " is no Java runtime: there is no " + java(home));
    }
    return new ChildJvm(home);
  }

  /** Returns the runtime in which this code runs. */
  public static ChildJvm own() {
    return at(Path.of(System.getProperty("java.home")));
  }

  /**
   * Returns the runtime whose folder an environment variable names, such as
   * COURSE_JDK_25, or this code's own if the variable is not set.
   *
   * @throws IllegalArgumentException if the variable names no Java runtime
   */
  public static ChildJvm named(String variable) {
    String value = System.getenv(variable);
    return value == null || value.isBlank() ? own() : at(Path.of(value));
  }

  /** Returns the runtime's folder. */
  public Path home() {
    return home;
  }

  /** Returns the runtime's version, from its {@code release} file, or "unknown". */
  public String version() {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines.filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("JAVA_VERSION=|\"", "")).findFirst()
          .orElse("unknown");
    } catch (IOException absent) {
      return "unknown";
    }
  }

  /** Returns true if the runtime starts with these flags, such as a collector's. */
  public boolean startsWith(String... flags) {
    List<String> command = new ArrayList<>(List.of(java(home).toString()));
    command.addAll(List.of(flags));
    command.add("-version");
    try {
      Path ignored = Files.createTempFile("child-jvm", ".txt");
      try {
        Process process = prepare(command).redirectErrorStream(true)
            .redirectOutput(ignored.toFile()).start();
        try (KillAfter limit = new KillAfter(process, TIMEOUT_MS)) {
          return limit.exitCode() == 0;
        }
      } finally {
        Files.delete(ignored);
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed.getMessage(), failed);
    } catch (InterruptedException stopped) {
      throw interrupted();
    }
  }

  /**
   * Runs a program of this module to its end.
   *
   * @param main a class of this module
   * @param flags flags of the JVM: heap, collector, log
   * @param arguments the program's arguments
   * @return the events that it printed, in order
   * @throws IllegalStateException if it fails, with its last lines of output
   */
  public List<Event> run(Class<?> main, List<String> flags, String... arguments) {
    return run(main.getName(), flags, arguments);
  }

  /**
   * Runs a program of any module to its end.
   *
   * @param main the full name of its class, whose jar is beside this module's:
   *     {@code allocpool.heap.HeapMain}
   * @param flags flags of the JVM: heap, collector, log
   * @param arguments the program's arguments
   * @return the events that it printed, in order
   * @throws IllegalStateException if it fails, with its last lines of output
   */
  public List<Event> run(String main, List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java(home).toString()));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(List.of(arguments));
    try {
      Path errors = Files.createTempFile("child-jvm", ".txt");
      try {
        Process process = prepare(command).redirectError(errors.toFile()).start();
        return read(process, main, errors);
      } finally {
        Files.delete(errors);
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed.getMessage(), failed);
    } catch (InterruptedException stopped) {
      throw interrupted();
    }
  }

  private static List<Event> read(Process process, String main, Path errors)
      throws IOException, InterruptedException {
    List<Event> events = new ArrayList<>();
    List<String> log = new ArrayList<>();
    try (KillAfter limit = new KillAfter(process, TIMEOUT_MS);
        BufferedReader lines = new BufferedReader(new InputStreamReader(
            process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        if (line.startsWith("{")) {
          events.add(Event.parse(line, log, cpuSeconds(process)));
          log.clear();
        } else {
          log.add(line);
        }
        line = lines.readLine();
      }
      int code = limit.exitCode();
      if (code != 0) {
        List<String> said = Files.readAllLines(errors);
        String name = main.substring(main.lastIndexOf('.') + 1);
        throw new IllegalStateException(name + " ended with code " + code
            + (limit.expired() ? " after " + TIMEOUT_MS / 1000 + " s: out of time" : "")
            + ": " + lastLines(said.isEmpty() ? log : said));
      }
    }
    return events;
  }

  /** Returns the CPU time of all threads of a process so far, NaN if not available. */
  private static double cpuSeconds(Process process) {
    return process.info().totalCpuDuration().map(used -> used.toNanos() / 1e9)
        .orElse(Double.NaN);
  }

  private static String lastLines(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - 3), lines.size()).stream()
        .collect(Collectors.joining(" | "));
  }

  private static ProcessBuilder prepare(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(UNWANTED);
    return builder;
  }

  /** Returns this module's jar (or folder of classes), and the jars beside it. */
  private static String classPath() {
    Path own = Path.of(URI.create(
        ChildJvm.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    return Files.isDirectory(own)
        ? System.getProperty("java.class.path")
        : own.getParent().resolve("*").toString();
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve(File.separatorChar == '/' ? "java" : "java.exe");
  }

  private static IllegalStateException interrupted() {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while a child JVM ran; it was ended");
  }

  /** Ends a process when its time is over, and in any case on close. */
  private static final class KillAfter extends TimerTask implements AutoCloseable {
    private final Timer timer = new Timer("child JVM's time limit", true);
    private final Process process;
    private volatile boolean expired;

    KillAfter(Process process, long milliseconds) {
      this.process = process;
      timer.schedule(this, milliseconds);
    }

    @Override
    public void run() {
      expired = true;
      process.destroyForcibly();
    }

    int exitCode() throws InterruptedException {
      return process.waitFor();
    }

    boolean expired() {
      return expired;
    }

    @Override
    public void close() {
      timer.cancel();
      process.destroyForcibly();
    }
  }
}
