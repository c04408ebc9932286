package allocpool.gclog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A validated question about a log. Times are in milliseconds since the start. */
final class Question {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The log's parts, in any order; at least one. */
  final List<Path> parts;

  final double fromMs;
  final double toMs;

  /** Start and end of each requested timeline, or null if none are. */
  final List<double[]> timelines;

  /** The virtual machine's number, from 1; 0 for the last one. */
  final int run;

  /** Whether a pause in the middle that never ends is an error. */
  final boolean strict;

  private Question(
      List<Path> parts, JsonNode request, double fromMs, double toMs,
      List<double[]> timelines) {
    this.parts = parts;
    this.run = request.path("run").intValue();
    this.strict = !request.path("lenient").booleanValue();
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.timelines = timelines;
  }

  /**
   * Parses a question.
   *
   * @param line {@code {"log":"path","from_ms":a,"to_ms":b}}, and optionally
   *     {@code "parts":["path",...]}, {@code "run":n}, {@code "lenient":true} and
   *     {@code "timelines":[[c,d],...]}
   * @return the question
   * @throws GcLogException if it is invalid
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
          parts(log, request.path("parts")), request, from.doubleValue(),
          to.doubleValue(), timelines(request.path("timelines")));
    } catch (InvalidPathException e) {
      throw new GcLogException("no path: " + e.getMessage());
    }
  }

  private static List<Path> parts(JsonNode log, JsonNode others) throws GcLogException {
    List<Path> parts = new ArrayList<>();
    parts.add(Path.of(log.textValue()));
    for (JsonNode other : others) {
      if (!other.isTextual()) {
        throw new GcLogException("\"parts\" is a list of paths");
      }
      parts.add(Path.of(other.textValue()));
    }
    return parts;
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
