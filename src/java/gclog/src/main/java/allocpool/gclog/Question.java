package allocpool.gclog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One question about a log, checked. Times are in milliseconds since the start. */
final class Question {
  private static final ObjectMapper JSON = new ObjectMapper();

  final Path log;
  final double fromMs;
  final double toMs;

  /** Begin and end of each timeline that is asked for, or null if none are. */
  final List<double[]> timelines;

  private Question(Path log, double fromMs, double toMs, List<double[]> timelines) {
    this.log = log;
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.timelines = timelines;
  }

  /**
   * Reads a question.
   *
   * @param line {@code {"log":"path","from_ms":a,"to_ms":b}}, and if wanted {@code
   *     "timelines":[[c,d],...]}
   * @return the same
   * @throws GcLogException if it is none
   */
  static Question parse(String line) throws GcLogException {
    JsonNode request;
    try {
      request = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new GcLogException("not JSON: " + e.getOriginalMessage());
    }
    JsonNode log = request.path("log");
    JsonNode from = request.path("from_ms");
    JsonNode to = request.path("to_ms");
    if (!log.isTextual() || !isTime(from) || !isTime(to)
        || from.doubleValue() >= to.doubleValue()) {
      throw new GcLogException(
          "a question is {\"log\":\"path\",\"from_ms\":a,\"to_ms\":b} with a < b");
    }
    try {
      return new Question(
          Path.of(log.textValue()), from.doubleValue(), to.doubleValue(),
          timelines(request.path("timelines")));
    } catch (InvalidPathException e) {
      throw new GcLogException("no path: " + e.getMessage());
    }
  }

  private static List<double[]> timelines(JsonNode windows) throws GcLogException {
    if (windows.isMissingNode()) {
      return null;
    }
    if (!windows.isArray()) {
      throw new GcLogException("\"timelines\" is a list: [[from_ms,to_ms],...]");
    }
    List<double[]> result = new ArrayList<>();
    for (JsonNode window : windows) {
      if (window.size() != 2 || !isTime(window.path(0)) || !isTime(window.path(1))
          || window.get(0).doubleValue() > window.get(1).doubleValue()) {
        throw new GcLogException("timeline " + result.size()
            + " is no [from_ms,to_ms] with from_ms <= to_ms");
      }
      result.add(new double[] {window.get(0).doubleValue(), window.get(1).doubleValue()});
    }
    return result;
  }

  private static boolean isTime(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue());
  }
}
