package allocpool.gclog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Answers questions about logs, one JSON object a line from the standard input, one a
 * line to the standard output, until the input ends.
 *
 * <p>Question: {@code {"log":"path","from_ms":a,"to_ms":b}}, the times being milliseconds
 * since the virtual machine's start. Answer: {@code {"ok":true, ...}} with the figures,
 * or {@code {"ok":false,"error":"one line"}}; a bad question or log ends nothing.
 */
public final class GcLogMain {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GcLogMain() {}

  /**
   * Runs until the input ends.
   *
   * @param args none
   * @throws IOException if the standard input fails
   */
  public static void main(String[] args) throws IOException {
    if (args.length > 0) {
      System.err.println("gclog: no arguments, please; it reads the standard input");
      System.exit(2);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // GCToolKit prints to the standard output when a line is new to it.
    System.setOut(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(answer(line));
      if (out.checkError()) {
        System.err.println("gclog: nobody reads the standard output any more");
        System.exit(1);
      }
    }
  }

  static String answer(String question) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      describe(figures(question), answer);
    } catch (GcLogException e) {
      answer.removeAll().put("ok", false).put("error", e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      answer.removeAll().put("ok", false).put("error", oneLine(e.toString()));
    }
    return answer.toString();
  }

  private static WindowFigures figures(String question) throws GcLogException {
    JsonNode request;
    try {
      request = JSON.readTree(question);
    } catch (JsonProcessingException e) {
      throw new GcLogException("not JSON: " + oneLine(e.getOriginalMessage()));
    }
    JsonNode log = request.path("log");
    JsonNode from = request.path("from_ms");
    JsonNode to = request.path("to_ms");
    if (!log.isTextual() || !from.isNumber() || !to.isNumber()
        || from.doubleValue() >= to.doubleValue()) {
      throw new GcLogException(
          "a question is {\"log\":\"path\",\"from_ms\":a,\"to_ms\":b} with a < b");
    }
    try {
      return new WindowFigures(
          GcLog.read(Path.of(log.textValue())), from.doubleValue(), to.doubleValue());
    } catch (InvalidPathException e) {
      throw new GcLogException("no path: " + oneLine(e.getMessage()));
    }
  }

  private static void describe(WindowFigures figures, ObjectNode answer) {
    answer.put("ok", true)
        .put("max_pause_ms", micro(WindowFigures.max(figures.pauses)))
        .put("avg_pause_ms", micro(WindowFigures.average(figures.pauses)))
        .put("pauses", figures.pauses.size())
        .put("pauses_per_s", micro(figures.pausesPerSecond()))
        .put("fraction_pct", micro(figures.fractionPercent()))
        .put("concurrent_ms", micro(figures.concurrentMs()))
        .put("stalls", figures.stalls.size())
        .put("max_stall_ms", micro(WindowFigures.max(figures.stalls)))
        .put("stalled_ms", micro(WindowFigures.sum(figures.stalls)))
        .put("collector_name", figures.log.collectorName)
        .put("source", figures.log.source);
    ArrayNode events = answer.putArray("events");
    for (Pause pause : figures.pauses) {
      events.addObject()
          .put("at_ms", micro(pause.fromMs))
          .put("pause_ms", micro(pause.lengthMs))
          .put("kind", pause.kind)
          .put("heap_before_mb", pause.heapBeforeMb)
          .put("heap_after_mb", pause.heapAfterMb);
    }
    describeStalls(figures.stalls, answer.putArray("stall_events"));
  }

  private static void describeStalls(List<Span> stalls, ArrayNode events) {
    for (Span stall : stalls) {
      events.addObject()
          .put("at_ms", micro(stall.fromMs))
          .put("stall_ms", micro(stall.lengthMs))
          .put("kind", stall.kind);
    }
  }

  /** To three decimals, which is all that a log has. */
  private static double micro(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String oneLine(String text) {
    return String.valueOf(text).replaceAll("\\s*\\R\\s*", "; ");
  }
}
