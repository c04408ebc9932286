package allocpool.gclog;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Answers questions about logs, one JSON object a line from the standard input, one a
 * line to the standard output, until the input ends.
 *
 * <p>Question: {@code {"log":"path","from_ms":a,"to_ms":b}}, the times being milliseconds
 * since the virtual machine's start. Answer: {@code {"ok":true, ...}} with the figures,
 * or {@code {"ok":false,"error":"one line"}}; a bad question or log ends nothing. Among
 * the figures is {@code "collections":[[at_ms,before_mb,after_mb],...]}, the heap's use
 * around each collection that ended between the two times.
 *
 * <p>A question may have {@code "parts":["path",...]}, further files of the same log,
 * in any order; {@code "run":n}, the virtual machine to look at, where several wrote the
 * log one after the other (from 1; 0 or missing: the last one that tells of a
 * collection); {@code "lenient":true}: what is missing from the middle of a log is no
 * error. Then the answer has {@code "notes":["sentence",...]}, what the figures cannot
 * say; {@code "first_ms"}, where in time the log begins; {@code "timed"}, false if it has
 * no times, so that only lengths and the heap's use mean anything; {@code "runs"} and
 * {@code "run"}.
 *
 * <p>A question may have {@code "timelines":[[c,d],...]}: windows of the same clock, c
 * not later than d, which need not lie between a and b and may overlap. Then the answer
 * has {@code "timelines"}, one for each window in the same order:
 *
 * <pre>
 * {"pauses":[[at_ms,duration_ms,"kind"],...],
 *  "heap":[[at_ms,used_mb],...],"truncated":false}
 * </pre>
 *
 * <p>Here at_ms counts from the window's begin. A pause is in the window in which it
 * begins; {@link PauseKind} lists the kinds. The heap's use is that after a collection,
 * in mebibytes; a collection is in the window in which it ends. There are at most {@value
 * Timeline#LIMIT} of each, the first ones; truncated tells whether there were more.
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
      answer(Question.parse(question), answer);
    } catch (GcLogException e) {
      answer.removeAll().put("ok", false).put("error", oneLine(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError e) {
      answer.removeAll().put("ok", false).put("error", oneLine(e.toString()));
    }
    return answer.toString();
  }

  private static void answer(Question question, ObjectNode answer) throws GcLogException {
    GcLog log = GcLog.read(question.parts, question.run, question.strict);
    describe(new WindowFigures(log, question.fromMs, question.toMs), answer);
    if (!question.strict) {
      describe(log, answer);
    }
    if (question.timelines != null) {
      ArrayNode timelines = answer.putArray("timelines");
      for (double[] window : question.timelines) {
        describe(new Timeline(log, window[0], window[1]), timelines.addObject());
      }
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
        .put("safepoints", figures.safepoints.size())
        .put("max_to_safepoint_ms", micro(WindowFigures.max(figures.safepoints)))
        .put("to_safepoint_ms", micro(WindowFigures.sum(figures.safepoints)))
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
    ArrayNode collections = answer.putArray("collections");
    for (HeapUse use : figures.collections) {
      collections.addArray().add(micro(use.atMs)).add(use.beforeMb).add(use.usedMb);
    }
  }

  private static void describe(GcLog log, ObjectNode answer) {
    answer.put("first_ms", micro(log.firstMs))
        .put("timed", log.timed)
        .put("runs", log.runs)
        .put("run", log.run);
    ArrayNode notes = answer.putArray("notes");
    log.notes.forEach(notes::add);
  }

  private static void describeStalls(List<Span> stalls, ArrayNode events) {
    for (Span stall : stalls) {
      events.addObject()
          .put("at_ms", micro(stall.fromMs))
          .put("stall_ms", micro(stall.lengthMs))
          .put("kind", stall.kind);
    }
  }

  private static void describe(Timeline timeline, ObjectNode answer) {
    ArrayNode pauses = answer.putArray("pauses");
    for (Pause pause : timeline.pauses) {
      pauses.addArray()
          .add(micro(pause.fromMs - timeline.fromMs))
          .add(micro(pause.lengthMs))
          .add(PauseKind.shortWord(pause.kind));
    }
    ArrayNode heap = answer.putArray("heap");
    for (HeapUse use : timeline.heap) {
      heap.addArray().add(micro(use.atMs - timeline.fromMs)).add(use.usedMb);
    }
    answer.put("truncated", timeline.truncated);
  }

  /** To three decimals, which is all that a log has. */
  private static double micro(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String oneLine(String text) {
    return String.valueOf(text).replaceAll("\\s*\\R\\s*", "; ");
  }
}
