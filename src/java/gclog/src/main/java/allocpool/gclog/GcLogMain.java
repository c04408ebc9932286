package allocpool.gclog;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Answers questions about logs: one JSON object per line from the standard input, one per
 * line to the standard output, until the input ends.
 *
 * <p>Question: {@code {"log":"path","from_ms":a,"to_ms":b}}, with times in milliseconds
 * since the virtual machine's start. Answer: {@code {"ok":true, ...}} with the figures,
 * or {@code {"ok":false,"error":"one line"}}; the program goes on after a bad question or
 * log. Among the figures is {@code "collections":[[at_ms,before_mb,after_mb],...]}, the
 * heap's use around each collection that ended between the two times.
 *
 * <p>A question may have {@code "parts":["path",...]}, further files of the same log, in
 * any order; {@code "run":n}, the virtual machine to examine, if several wrote the log
 * one after the other (from 1; 0 or missing: the last one with a collection);
 * {@code "lenient":true}: gaps in the middle of a log are no error. Then the answer has
 * {@code "notes":["sentence",...]}, caveats about the figures; {@code "first_ms"}, the
 * time at which the log begins; {@code "timed"}, false if it has no times, so that only
 * lengths and the heap's use are meaningful; {@code "runs"} and {@code "run"}.
 *
 * <p>A question may have {@code "timelines":[[c,d],...]}: windows of the same clock, c
 * not later than d, which may overlap and need not lie between a and b. Then the answer
 * has {@code "timelines"}, one for each window in the same order:
 *
 * <pre>
 * {"pauses":[[at_ms,duration_ms,"kind"],...],
 *  "heap":[[at_ms,used_mb],...],"truncated":false}
 * </pre>
 *
 * <p>Here at_ms counts from the window's start. A pause belongs to the window in which it
 * begins; {@link PauseKind} lists the kinds. The heap's use is that after a collection,
 * in mebibytes; a collection belongs to the window in which it ends. There are at most
 * {@value Timeline#LIMIT} of each, the first ones; truncated tells whether there were
 * more.
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
    try {
      return answer(Question.parse(question));
    } catch (GcLogException e) {
      return failure(e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      return failure(e.toString());
    }
  }

  private static String failure(String reason) {
    return JSON.createObjectNode()
        .put("ok", false).put("error", oneLine(reason)).toString();
  }

  /** Writes the answer as text; a JSON tree of a long log would not fit into memory. */
  private static String answer(Question question) throws GcLogException {
    GcLog log = GcLog.read(question.parts, question.run, question.strict);
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.writeStartObject();
      describe(new WindowFigures(log, question.fromMs, question.toMs), out);
      if (!question.strict) {
        describe(log, out);
      }
      if (question.timelines != null) {
        out.writeArrayFieldStart("timelines");
        for (double[] window : question.timelines) {
          describe(new Timeline(log, window[0], window[1]), out);
        }
        out.writeEndArray();
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static void describe(WindowFigures figures, JsonGenerator out)
      throws IOException {
    out.writeBooleanField("ok", true);
    out.writeNumberField("max_pause_ms", micro(WindowFigures.max(figures.pauses)));
    out.writeNumberField("avg_pause_ms", micro(WindowFigures.average(figures.pauses)));
    out.writeNumberField("pauses", figures.pauses.size());
    out.writeNumberField("pauses_per_s", micro(figures.pausesPerSecond()));
    out.writeNumberField("fraction_pct", micro(figures.fractionPercent()));
    out.writeNumberField("concurrent_ms", micro(figures.concurrentMs()));
    out.writeNumberField("stalls", figures.stalls.size());
    out.writeNumberField("max_stall_ms", micro(WindowFigures.max(figures.stalls)));
    out.writeNumberField("stalled_ms", micro(WindowFigures.sum(figures.stalls)));
    out.writeNumberField("safepoints", figures.safepoints.size());
    out.writeNumberField(
        "max_to_safepoint_ms", micro(WindowFigures.max(figures.safepoints)));
    out.writeNumberField("to_safepoint_ms", micro(WindowFigures.sum(figures.safepoints)));
    out.writeStringField("collector_name", figures.log.collectorName);
    out.writeStringField("source", figures.log.source);
    out.writeArrayFieldStart("events");
    for (Pause pause : figures.pauses) {
      out.writeStartObject();
      out.writeNumberField("at_ms", micro(pause.fromMs));
      out.writeNumberField("pause_ms", micro(pause.lengthMs));
      out.writeStringField("kind", pause.kind);
      out.writeFieldName("heap_before_mb");
      writeMegabytes(pause.heapBeforeMb, out);
      out.writeFieldName("heap_after_mb");
      writeMegabytes(pause.heapAfterMb, out);
      out.writeEndObject();
    }
    out.writeEndArray();
    describeStalls(figures.stalls, out);
    out.writeArrayFieldStart("collections");
    for (HeapUse use : figures.collections) {
      double[] one = {micro(use.atMs), use.beforeMb, use.usedMb};
      out.writeArray(one, 0, one.length);
    }
    out.writeEndArray();
  }

  private static void writeMegabytes(Double use, JsonGenerator out) throws IOException {
    if (use == null) {
      out.writeNull();
    } else {
      out.writeNumber(use);
    }
  }

  private static void describe(GcLog log, JsonGenerator out) throws IOException {
    out.writeNumberField("first_ms", micro(log.firstMs));
    out.writeBooleanField("timed", log.timed);
    out.writeNumberField("runs", log.runs);
    out.writeNumberField("run", log.run);
    out.writeArrayFieldStart("notes");
    for (String note : log.notes) {
      out.writeString(note);
    }
    out.writeEndArray();
  }

  private static void describeStalls(List<Span> stalls, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart("stall_events");
    for (Span stall : stalls) {
      out.writeStartObject();
      out.writeNumberField("at_ms", micro(stall.fromMs));
      out.writeNumberField("stall_ms", micro(stall.lengthMs));
      out.writeStringField("kind", stall.kind);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void describe(Timeline timeline, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeArrayFieldStart("pauses");
    for (Pause pause : timeline.pauses) {
      out.writeStartArray();
      out.writeNumber(micro(pause.fromMs - timeline.fromMs));
      out.writeNumber(micro(pause.lengthMs));
      out.writeString(PauseKind.shortWord(pause.kind));
      out.writeEndArray();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("heap");
    for (HeapUse use : timeline.heap) {
      double[] one = {micro(use.atMs - timeline.fromMs), use.usedMb};
      out.writeArray(one, 0, one.length);
    }
    out.writeEndArray();
    out.writeBooleanField("truncated", timeline.truncated);
    out.writeEndObject();
  }

  /** Rounds to three decimals, a log's precision. */
  private static double micro(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String oneLine(String text) {
    return String.valueOf(text).replaceAll("\\s*\\R\\s*", "; ");
  }
}
