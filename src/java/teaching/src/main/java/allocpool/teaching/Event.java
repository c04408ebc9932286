package allocpool.teaching;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * One JSON line of a child JVM, with the log lines that the JVM wrote since the previous
 * event, and the CPU time used so far.
 */
public final class Event {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PAUSE =
      Pattern.compile("\\bPause .*?(\\d+(?:\\.\\d+)?)ms$");

  private final JsonNode values;
  private final List<String> log;
  private final double cpuSeconds;

  private Event(JsonNode values, List<String> log, double cpuSeconds) {
    this.values = values;
    this.log = List.copyOf(log);
    this.cpuSeconds = cpuSeconds;
  }

  /**
   * Parses an event.
   *
   * @param line one JSON object
   * @param log the lines of the JVM's log that came before it
   * @param cpuSeconds the child's CPU time so far, NaN if not available
   * @throws IllegalArgumentException quoting a line that is no JSON object
   */
  static Event parse(String line, List<String> log, double cpuSeconds) {
    try {
      JsonNode node = JSON.readTree(line);
      if (!node.isObject()) {
        throw new IllegalArgumentException("this is no JSON object: " + line);
      }
      return new Event(node, log, cpuSeconds);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException("this is no JSON: " + line, wrong);
    }
  }

  /** Returns the event's kind. */
  public String name() {
    return text("event");
  }

  /** Returns a numeric value. */
  public double number(String key) {
    JsonNode value = value(key);
    if (!value.isNumber()) {
      throw new IllegalArgumentException(key + " is no number but " + value);
    }
    return value.doubleValue();
  }

  /** Returns a value as text. */
  public String text(String key) {
    return value(key).asText();
  }

  /** Returns a list of lists of numbers, such as a service run's slices. */
  public double[][] rows(String key) {
    JsonNode value = value(key);
    try {
      return JSON.treeToValue(value, double[][].class);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(
          key + " is no list of lists of numbers but " + value, wrong);
    }
  }

  /** Returns the lines of the JVM's log since the previous event. */
  public List<String> log() {
    return log;
  }

  /**
   * Returns the CPU time of all threads of the child, from its start until this event was
   * read; NaN if the system does not provide it, or the child has ended. So use an event
   * after which the child still had work to do.
   */
  public double cpuSeconds() {
    return cpuSeconds;
  }

  /**
   * Returns the pauses, in milliseconds, in the JVM's log since the previous event. The
   * JVM needs {@code -Xlog:gc,gc+phases:stdout}.
   */
  public double[] pausesMs() {
    return log.stream().map(PAUSE::matcher).filter(Matcher::find)
        .mapToDouble(match -> Double.parseDouble(match.group(1))).toArray();
  }

  /**
   * Collects the samples taken at the same setting.
   *
   * @param events events; those named {@code sample} count
   * @param setting the setting's key, a number
   * @param measured the measured value's key, a number
   * @return the measured values for each setting, in the order of the settings
   */
  public static SortedMap<Double, double[]> samples(
      List<Event> events, String setting, String measured) {
    SortedMap<Double, double[]> samples = new TreeMap<>();
    for (Event event : events) {
      if (event.name().equals("sample")) {
        samples.merge(event.number(setting), new double[] {event.number(measured)},
            (before, one) -> DoubleStream.concat(
                DoubleStream.of(before), DoubleStream.of(one)).toArray());
      }
    }
    return samples;
  }

  private JsonNode value(String key) {
    JsonNode value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("there is no " + key + " in " + values);
    }
    return value;
  }
}
