package allocpool.recording;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Prints a recording's figures as one line of JSON: {@code {"ok":true, ...}}, or
 * {@code {"ok":false,"error":"one line"}} for a file without figures. Figures about
 * collections have the names that {@link allocpool.gclog.GcLogMain} uses for logs.
 */
public final class RecordingMain {
  private RecordingMain() {}

  /**
   * Reads one file.
   *
   * @param args its path
   */
  public static void main(String[] args) {
    if (args.length != 1) {
      System.err.println("recording: one file, please");
      System.exit(2);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(answer(Path.of(args[0])));
  }

  static ObjectNode answer(Path file) {
    ObjectNode answer = new ObjectMapper().createObjectNode();
    try {
      Recording.read(file).describe(answer);
    } catch (RecordingException e) {
      answer.put("ok", false).put("error", e.getMessage());
    } catch (IOException e) {
      answer.put("ok", false).put("error", "cannot be read: " + e.getMessage());
    }
    return answer;
  }
}
