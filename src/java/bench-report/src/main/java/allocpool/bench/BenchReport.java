package allocpool.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/**
 * Prints one JSON object a line, each line out before the next begins: a start, then
 * results and what was skipped, at last an end. For one thread.
 *
 * <p>Every method throws {@link IllegalStateException} if nobody can receive the line.
 */
public final class BenchReport {
  private static final int DECIMALS = 4;
  private static final double[] PERCENTILES = {0, 50, 90, 99, 99.9, 99.99, 100};

  private final ObjectMapper json = JsonMapper.builder()
      .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
      .build();
  private final String bench;
  private final PrintStream out;

  /**
   * Makes a report; nothing is printed yet.
   *
   * @param bench its name in the start event
   * @param out where lines go
   */
  public BenchReport(String bench, PrintStream out) {
    this.bench = bench;
    this.out = out;
  }

  /** An object without members, for what a caller adds to an event. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * A number without more digits than anybody can trust.
   *
   * @param value a finite number
   */
  public static BigDecimal decimal(double value) {
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros();
  }

  /**
   * Says what is measured, and by which virtual machine with which flags.
   *
   * @param contestant what this process measures
   * @param parameters how it does
   */
  public void start(String contestant, ObjectNode parameters) {
    ObjectNode start = event("start").put("bench", bench).put("contestant", contestant);
    start.set("parameters", parameters);
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
   * @param value the mean or the median, finite
   * @param count of how many
   */
  public void result(String metric, String unit, double value, long count) {
    result(metric, unit, value, count, object());
  }

  /**
   * Reports a result of which there is more to say.
   *
   * @param metric what was measured
   * @param unit of the value
   * @param value the mean or the median, finite
   * @param count of how many
   * @param more further members of the event
   */
  public void result(
      String metric, String unit, double value, long count, ObjectNode more) {
    ObjectNode result = result(metric, unit).put("value", decimal(value));
    result.put("count", count);
    result.setAll(more);
    print(result);
  }

  /**
   * Reports times that were taken one by one, by their percentiles from 0 to 100.
   *
   * @param metric what was measured
   * @param unit of the times
   * @param count how many were taken
   * @param valueAt the time at a percentile from 0, the shortest, to 100, the longest
   */
  public void percentiles(
      String metric, String unit, long count, DoubleUnaryOperator valueAt) {
    ObjectNode result = result(metric, unit).put("count", count);
    ObjectNode percentiles = result.putObject("percentiles");
    for (double rank : PERCENTILES) {
      percentiles.put(
          decimal(rank).toPlainString(), decimal(valueAt.applyAsDouble(rank)));
    }
    print(result);
  }

  /**
   * Says that one of the metrics cannot be measured here.
   *
   * @param metric which
   * @param reason why, in one line
   */
  public void skipped(String metric, String reason) {
    print(event("skipped").put("metric", metric).put("reason", reason));
  }

  /**
   * Says that nothing at all can be measured here.
   *
   * @param reason why, in one line
   */
  public void skipped(String reason) {
    print(event("skipped").put("reason", reason));
  }

  /** Says that all went well. */
  public void end() {
    print(event("end"));
  }

  private static ObjectNode result(String metric, String unit) {
    return event("result").put("metric", metric).put("unit", unit);
  }

  private static ObjectNode event(String name) {
    return object().put("event", name);
  }

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
