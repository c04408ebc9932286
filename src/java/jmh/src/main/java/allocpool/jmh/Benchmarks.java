package allocpool.jmh;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The available benchmarks, with the declared values of their parameters. */
final class Benchmarks {
  private final Map<String, Map<String, List<String>>> known = new TreeMap<>();

  private Benchmarks() {}

  /**
   * Returns the benchmarks listed in all jars and folders on the class path.
   *
   * @throws RuntimeException if there is no list
   */
  static Benchmarks onClassPath() {
    OutputFormat silent =
        OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
    Set<BenchmarkListEntry> listed =
        BenchmarkList.defaultList().getAll(silent, List.of());
    Benchmarks benchmarks = new Benchmarks();
    for (BenchmarkListEntry entry : listed) {
      Map<String, List<String>> parameters = new TreeMap<>();
      entry.getParams().orElse(Map.of())
          .forEach((name, values) -> parameters.put(name, List.of(values)));
      benchmarks.known.put(entry.getUsername(), parameters);
    }
    return benchmarks;
  }

  /** Returns all full names, sorted. */
  Set<String> names() {
    return known.keySet();
  }

  /** Returns the full names in which the pattern is found. */
  List<String> matching(Pattern pattern) {
    return known.keySet().stream()
        .filter(name -> pattern.matcher(name).find())
        .collect(Collectors.toList());
  }

  /**
   * Returns a benchmark's parameters, each with the values in its declaration.
   *
   * @param name the full name of an existing benchmark
   */
  Map<String, List<String>> parameters(String name) {
    return known.get(name);
  }
}
