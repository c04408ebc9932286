package allocpool.gclog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fixture's lines, decorated as by another virtual machine. */
final class Disguise {
  private static final Pattern PLAIN =
      Pattern.compile("\\[(\\d+)\\.(\\d+)s\\]\\[(\\w+ *)\\]\\[([\\w,]+ *)\\] (.*)");
  private static final Instant START = Instant.parse("2026-11-20T10:00:00.100Z");

  final long uptimeMs;
  final String level;
  final String tags;
  final String text;

  private Disguise(Matcher line) {
    uptimeMs = Long.parseLong(line.group(1)) * 1000 + Long.parseLong(line.group(2));
    level = "[" + line.group(3) + "]";
    tags = "[" + line.group(4) + "]";
    text = " " + line.group(5);
  }

  /** Returns all lines of a fixture, rewritten. */
  static List<String> lines(String fixture, Function<Disguise, String> dress)
      throws IOException {
    List<String> result = new ArrayList<>();
    for (String line
        : Files.readAllLines(Fixtures.log(fixture), StandardCharsets.ISO_8859_1)) {
      Matcher plain = PLAIN.matcher(line);
      if (!plain.matches()) {
        throw new IllegalArgumentException(line);
      }
      result.add(dress.apply(new Disguise(plain)));
    }
    return result;
  }

  String uptime() {
    return String.format(Locale.ROOT, "[%.3fs]", uptimeMs / 1000.0);
  }

  String time() {
    return "[" + time("yyyy-MM-dd'T'HH:mm:ss.SSSZ", 1) + "]";
  }

  String utc() {
    return "[" + time("yyyy-MM-dd'T'HH:mm:ss.SSSZ", 0) + "]";
  }

  /** Formats the time of day, in a time zone this many hours east of UTC. */
  String time(String pattern, int hours) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withZone(ZoneOffset.ofHours(hours))
        .format(START.plusMillis(uptimeMs));
  }

  String millisOfDay() {
    return "[" + START.plusMillis(uptimeMs).toEpochMilli() + "ms]";
  }

  /** Uses decimal commas, also in the text's lengths and shares. */
  String withCommas() {
    return (uptime() + level + tags + text)
        .replaceAll("(\\d)\\.(\\d+(?:ms|s\\b|%))", "$1,$2");
  }

  String plain() {
    return uptime() + level + tags + text;
  }
}
