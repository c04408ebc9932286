package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A program in this process, with fake clocks and recorded output. */
final class FakeProgram {
  final List<FakeTicks> clocks = new ArrayList<>();

  /** The difference between consecutive ticks' numbers: 1 means that none is lost. */
  int step = 1;

  /** The reason why there is no analyser; null if there is one. */
  String refusal;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  int run(String commandLine) {
    return run(commandLine, "");
  }

  int run(String commandLine, String input) {
    return run(
        commandLine, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(out, false, StandardCharsets.UTF_8));
  }

  int run(String commandLine, InputStream input, PrintStream output) {
    Program program = new Program(
        "test",
        new FakeFactory(),
        (kind, capacity, picoseconds, firstTick) -> {
          FakeTicks ticks = new FakeTicks(kind, capacity, picoseconds, firstTick, step);
          clocks.add(ticks);
          return ticks;
        },
        input, output, new PrintStream(err, true, StandardCharsets.UTF_8));
    return program.run(commandLine.isEmpty() ? new String[0] : commandLine.split(" "));
  }

  String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  List<JsonNode> events(String name) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : output().lines().collect(Collectors.toList())) {
      JsonNode event = new ObjectMapper().readTree(line);
      if (event.path("event").textValue().equals(name)) {
        events.add(event);
      }
    }
    return events;
  }

  JsonNode only(String name) throws IOException {
    List<JsonNode> events = events(name);
    assertEquals(1, events.size(), output());
    return events.get(0);
  }

  private final class FakeFactory implements Program.AnalyserFactory {
    @Override
    public void check(StrategyKind strategy) {
      if (refusal != null) {
        throw new BadInputException(refusal);
      }
    }

    @Override
    public Analyser create(Sizes sizes, StrategyKind strategy, Generator.Kind generator) {
      return new PacketAnalyser<>(sizes, strategy, generator, TestPacket::new);
    }
  }
}
