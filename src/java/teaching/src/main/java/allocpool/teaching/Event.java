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
 * One JSON line of a child JVM, with the lines that the JVM itself wrote (its log) since
 * the event before, and the processor time that it had used.
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
   * Reads an event.
   *
   * @param line one JSON object
   * @param log the lines of the JVM's log that came before it
   * @param cpuSeconds the processor time that the child had used, NaN if nobody can tell
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

  /** The kind of the event. */
  public String name() {
    return text("event");
  }

  /** A value that is a number. */
  public double number(String key) {
    JsonNode value = value(key);
    if (!value.isNumber()) {
      throw new IllegalArgumentException(key + " is no number but " + value);
    }
    return value.doubleValue();
  }

  /** A value, as text. */
  public String text(String key) {
    return value(key).asText();
  }

  /** A value that is a list of lists of numbers, such as a service run's slices. */
  public double[][] rows(String key) {
    JsonNode value = value(key);
    try {
      return JSON.treeToValue(value, double[][].class);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(
          key + " is no list of lists of numbers but " + value, wrong);
    }
  }

  /** What the JVM's log wrote since the event before. */
  public List<String> log() {
    return log;
  }

  /**
   * The processor time, of all threads together, that the child had used since its start
   * when this event was read; NaN where the system does not tell it, or no longer. So ask
   * an event after which the child still had something to do.
   */
  public double cpuSeconds() {
    return cpuSeconds;
  }

  /**
   * The pauses, in milliseconds, that the JVM's log reports since the event before. The
   * JVM needs {@code -Xlog:gc,gc+phases:stdout} for it.
   */
  public double[] pausesMs() {
    return log.stream().map(PAUSE::matcher).filter(Matcher::find)
        .mapToDouble(match -> Double.parseDouble(match.group(1))).toArray();
  }

  /**
   * Collects the samples that were taken at the same setting.
   *
   * @param events events, of which those named {@code sample} count
   * @param setting the key of the setting, a number
   * @param measured the key of what was measured, a number
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
