package allocpool.teaching;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The common part of the measured programs: start, errors, JSON, and the JVM. */
final class Program {
  static final double MB = 1024 * 1024;

  /** The collectors' names of the bean for young collections. */
  private static final List<String> YOUNG =
      List.of("Copy", "PS Scavenge", "ParNew", "G1 Young Generation");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Program() {}

  /**
   * Runs a program: exit code 0, or 2 after one line on stderr about a wrong argument, or
   * 1 after one line about a failure.
   */
  static int execute(Callable<Void> program, String... arguments) {
    CommandLine commandLine = new CommandLine(program);
    commandLine.setParameterExceptionHandler((wrong, unused) -> {
      System.err.println(oneLine(wrong.getMessage()));
      return CommandLine.ExitCode.USAGE;
    });
    commandLine.setExecutionExceptionHandler((failure, unused, result) -> {
      System.err.println(oneLine(failure instanceof IllegalStateException
          ? failure.getMessage() : failure.toString()));
      return CommandLine.ExitCode.SOFTWARE;
    });
    try {
      return commandLine.execute(arguments);
    } catch (OutOfMemoryError full) {
      System.err.println("out of memory (" + full.getMessage()
          + "): ask for fewer live objects, or give the JVM more by -Xmx");
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** Returns picocli's exception for a value out of range. */
  static CommandLine.ParameterException invalid(Object program, String message) {
    return new CommandLine.ParameterException(new CommandLine(program), message);
  }

  /** Returns the bean that counts the young collections. */
  static GarbageCollectorMXBean youngCollector() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(bean -> YOUNG.contains(bean.getName())).findFirst()
        .orElseThrow(() -> new IllegalStateException("this collector has no young"
            + " collections that can be counted; start the JVM with -XX:+UseSerialGC or"
            + " -XX:+UseParallelGC"));
  }

  /** Returns the size of the eden space in MB, 0 if the collector does not bound it. */
  static double edenMb() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().contains("Eden"))
        .map(MemoryPoolMXBean::getUsage).mapToDouble(usage -> usage.getCommitted() / MB)
        .findFirst().orElse(0);
  }

  /** Returns the bytes that this thread has allocated since its start. */
  static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Prints the event that opens every program's output, with its environment. */
  static void printStart() {
    print("start", Map.of(
        "java", System.getProperty("java.version"),
        "vendor", System.getProperty("java.vendor"),
        "collectors", ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", ")),
        "flags", String.join(" ",
            ManagementFactory.getRuntimeMXBean().getInputArguments()),
        "eden_mb", edenMb()));
  }

  /** Prints one event as a JSON line, with the keys in alphabetical order. */
  static void print(String event, Map<String, ?> values) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.putAll(new TreeMap<>(values));
    try {
      System.out.println(JSON.writeValueAsString(line));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write " + line, impossible);
    }
  }

  private static String oneLine(String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }
}
