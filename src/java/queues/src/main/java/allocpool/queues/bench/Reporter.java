package allocpool.queues.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Prints one JSON object a line, each line out before the next begins. */
final class Reporter {
  private static final int DECIMALS = 4;
  private static final double[] PERCENTILES = {0, 50, 90, 99, 99.9, 99.99, 100};

  private final ObjectMapper json = JsonMapper.builder()
      .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
      .build();
  private final PrintStream out;

  Reporter(PrintStream out) {
    this.out = out;
  }

  void start(BenchOptions options, Set<Measure> measures) {
    ObjectNode start = event("start")
        .put("bench", "queue-java")
        .put("contestant", options.queue + "/" + options.binding);
    start.putObject("parameters")
        .put("queue", options.queue)
        .put("binding", options.binding)
        .put("measure",
            measures.stream().map(Measure::label).collect(Collectors.joining(",")))
        .put("capacity", options.capacity)
        .put("seconds", decimal(options.seconds()))
        .put("processors", Runtime.getRuntime().availableProcessors());
    ArrayNode flags = start.putObject("build")
        .put("name", System.getProperty("java.vm.name"))
        .put("version", System.getProperty("java.vm.version"))
        .put("vendor", System.getProperty("java.vm.vendor"))
        .putArray("flags");
    ManagementFactory.getRuntimeMXBean().getInputArguments().forEach(flags::add);
    print(start);
  }

  /**
   * Reports a result.
   *
   * @param metric what was measured
   * @param unit of the value
   * @param value the mean or the median
   * @param count of how many
   */
  void result(String metric, String unit, double value, long count) {
    print(result(metric, unit).put("value", decimal(value)).put("count", count));
  }

  /** Reports a search that found something. */
  void interval(String metric, IntervalSearch search) {
    ObjectNode result = result(metric, "ns")
        .put("value", decimal(search.bestNs()))
        .put("count", search.windows())
        .put("sent", search.sent())
        .put("lost", search.lost())
        .put("stalled_windows", search.stalledWindows());
    result.putObject("stalls")
        .put("producer_ns", search.producerStallNs())
        .put("consumer_ns", search.consumerStallNs());
    print(result);
  }

  /** Reports times that were measured one by one. */
  void percentiles(String metric, String unit, Histogram times) {
    ObjectNode result = result(metric, unit).put("count", times.getTotalCount());
    ObjectNode percentiles = result.putObject("percentiles");
    for (double percentile : PERCENTILES) {
      long value = percentile == 0
          ? times.getMinValue() : times.getValueAtPercentile(percentile);
      percentiles.put(decimal(percentile).toPlainString(), value);
    }
    print(result);
  }

  void skipped(String metric, String reason) {
    print(event("skipped").put("metric", metric).put("reason", reason));
  }

  void end() {
    print(event("end"));
  }

  private ObjectNode result(String metric, String unit) {
    return event("result").put("metric", metric).put("unit", unit);
  }

  private ObjectNode event(String name) {
    return json.createObjectNode().put("event", name);
  }

  /** A number without more digits than anybody can trust. */
  private static BigDecimal decimal(double value) {
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros();
  }

  /**
   * Prints a line and flushes it.
   *
   * @throws IllegalStateException if nobody can receive it
   */
  private void print(ObjectNode event) {
    try {
      out.println(json.writeValueAsString(event));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write JSON: " + e.getMessage(), e);
    }
    if (out.checkError()) { // flushes as well
      throw new IllegalStateException("cannot write to the standard output");
    }
  }
}
