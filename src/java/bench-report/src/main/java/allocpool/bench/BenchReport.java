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
 * Prints one JSON object per line and flushes each: a start, then results and skipped
 * metrics, finally an end. For one thread.
 *
 * <p>Every method throws {@link IllegalStateException} if the line cannot be written.
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
   * @param out the output for the lines
   */
  public BenchReport(String bench, PrintStream out) {
    this.bench = bench;
    this.out = out;
  }

  /** Returns an empty object, for a caller's members of an event. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Rounds a number to a sensible number of digits.
   *
   * @param value a finite number
   */
  public static BigDecimal decimal(double value) {
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros();
  }

  /**
   * Reports what is measured, and the virtual machine with its flags.
   *
   * @param contestant the contestant that this process measures
   * @param parameters the measurement's parameters
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
   * @param metric the metric's name
   * @param unit the value's unit
   * @param value the mean or the median, finite
   * @param count the number of observations
   */
  public void result(String metric, String unit, double value, long count) {
    result(metric, unit, value, count, object());
  }

  /**
   * Reports a result with further members.
   *
   * @param metric the metric's name
   * @param unit the value's unit
   * @param value the mean or the median, finite
   * @param count the number of observations
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
   * Reports individually measured times, by their percentiles from 0 to 100.
   *
   * @param metric the metric's name
   * @param unit the times' unit
   * @param count the number of times
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
   * Reports that one of the metrics cannot be measured here.
   *
   * @param metric the metric's name
   * @param reason the reason, in one line
   */
  public void skipped(String metric, String reason) {
    print(event("skipped").put("metric", metric).put("reason", reason));
  }

  /**
   * Reports that nothing at all can be measured here.
   *
   * @param reason the reason, in one line
   */
  public void skipped(String reason) {
    print(event("skipped").put("reason", reason));
  }

  /** Reports that the measurement succeeded. */
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
