package allocpool.recording;

import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** Finds the program's line that allocates, not the JDK's line that it called. */
final class Site {
  static final String UNKNOWN = "a place that the recording does not name";
  private static final List<String> LIBRARIES =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /** Part of the names of classes that the JDK makes for lambda expressions. */
  private static final String LAMBDA = "$$Lambda";

  private Site() {}

  /** {@code package.Class.method} of the first frame outside the JDK; else the first. */
  static String of(RecordedStackTrace stack) {
    if (stack == null || stack.getFrames().isEmpty()) {
      return UNKNOWN;
    }
    List<RecordedFrame> frames = stack.getFrames();
    for (RecordedFrame frame : frames) {
      String type = frame.isJavaFrame() ? frame.getMethod().getType().getName() : "java.";
      if (!type.contains(LAMBDA) && LIBRARIES.stream().noneMatch(type::startsWith)) {
        return name(frame);
      }
    }
    return name(frames.get(0));
  }

  /** Returns true if the stack allocates a direct buffer, not a view of one. */
  static boolean asksForDirect(RecordedStackTrace stack) {
    return stack != null && stack.getFrames().stream()
        .anyMatch(frame -> frame.getMethod().getName().equals("allocateDirect"));
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  /** Returns a class's name as in source code: {@code byte[]}, not {@code [B}. */
  static String readable(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    String element = name.substring(dimensions);
    if (dimensions > 0) {
      element = element.startsWith("L")
          ? element.substring(1, element.length() - 1).replace('/', '.')
          : primitive(element.charAt(0));
    }
    return element + "[]".repeat(dimensions);
  }

  private static String primitive(char code) {
    switch (code) {
      case 'B': return "byte";
      case 'C': return "char";
      case 'D': return "double";
      case 'F': return "float";
      case 'I': return "int";
      case 'J': return "long";
      case 'S': return "short";
      default: return "boolean";
    }
  }
}
