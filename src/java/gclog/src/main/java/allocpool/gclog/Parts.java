package allocpool.gclog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of a rotated log's files. A virtual machine writes to {@code gc.log}, and
 * renames it to {@code gc.log.0}, {@code gc.log.1} and so on when it is full, starting
 * from 0 again after the last one; other programs count backwards. So the time of the
 * first line decides, and where the time restarts, the order with the fewest restarts.
 */
final class Parts {
  private static final Pattern NUMBERED =
      Pattern.compile(".*?\\.(\\d{1,9})(?:\\.current)?(?:\\.gz)?");

  private Parts() {}

  /** Returns the non-empty files, as the newest may be empty; all, if all are. */
  static List<Path> withContent(List<Path> paths) throws IOException {
    List<Path> result = new ArrayList<>();
    for (Path path : paths) {
      if (Files.size(path) > 0) {
        result.add(path);
      }
    }
    return result.isEmpty() ? paths : result;
  }

  /**
   * Orders files.
   *
   * @param paths parts of one log, in any order
   * @return the same files, the oldest first
   * @throws GcLogException if one is not a log
   * @throws IOException if one cannot be read
   */
  static List<Path> inOrder(List<Path> paths) throws GcLogException, IOException {
    if (paths.size() == 1) {
      return paths;
    }
    List<Part> numbered = new ArrayList<>();
    List<Part> last = new ArrayList<>();
    for (Path path : paths) {
      Part part = new Part(path);
      (part.number < 0 ? last : numbered).add(part);
    }
    numbered.sort(Comparator.comparingLong(part -> part.number));
    List<Part> best = null;
    for (List<Part> order : orders(numbered)) {
      order.addAll(last);
      if (best == null || beginnings(order) < beginnings(best)) {
        best = order;
      }
    }
    List<Path> result = new ArrayList<>();
    best.forEach(part -> result.add(part.path));
    return result;
  }

  /** Returns the orders from each number on upwards, and the descending one. */
  private static List<List<Part>> orders(List<Part> numbered) {
    List<List<Part>> orders = new ArrayList<>();
    orders.add(new ArrayList<>(numbered));
    List<Part> down = new ArrayList<>(numbered);
    Collections.reverse(down);
    orders.add(down);
    for (int i = 1; i < numbered.size(); i++) {
      List<Part> turned = new ArrayList<>(numbered);
      Collections.rotate(turned, -i);
      orders.add(turned);
    }
    return orders;
  }

  private static int beginnings(List<Part> order) {
    int beginnings = 0;
    for (int i = 1; i < order.size(); i++) {
      beginnings += order.get(i).isBefore(order.get(i - 1)) ? 1 : 0;
    }
    return beginnings;
  }

  private static final class Part {
    private static final int LOOK_AT = 1000;

    final Path path;
    final long number; // or -1
    private LogLine first;

    Part(Path path) throws GcLogException, IOException {
      this.path = path;
      Matcher numbered = NUMBERED.matcher(path.getFileName().toString());
      number = numbered.matches() ? Long.parseLong(numbered.group(1)) : -1;
      try (LogText text = new LogText(path)) {
        for (int i = 0; i < LOOK_AT && first == null; i++) {
          String next = text.line();
          LogLine line = next == null ? null : Decorations.parse(next);
          if (line != null && line.tags != null && line.isTimed()) {
            first = line;
          }
        }
      }
    }

    boolean isBefore(Part other) {
      if (first == null || other.first == null) {
        return false;
      }
      return first.wallMs < other.first.wallMs
          || !(first.wallMs >= other.first.wallMs)
              && first.uptimeMs < other.first.uptimeMs;
    }
  }
}
