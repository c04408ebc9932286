package allocpool.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

class BenchCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final TestOptions options = new TestOptions();

  @Command
  private static final class TestOptions {
    @Spec private CommandSpec command;

    @Option(names = "--size")
    private int size;

    @Option(names = "--help", usageHelp = true)
    private boolean help;
  }

  private int run(IntSupplier program, String... args) {
    return new BenchCommand(
        "test-bench",
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(options, program, args);
  }

  private int fail(RuntimeException exception) {
    return run(() -> {
      throw exception;
    });
  }

  private static IntSupplier never() {
    return () -> {
      throw new AssertionError("it ran");
    };
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void theProgramHasItsOptionsAndGivesTheExitCode() {
    assertEquals(7, run(() -> options.size, "--size", "7"));
    assertEquals("", errors());
    assertEquals(0, out.size());
  }

  @Test
  void helpIsPrintedInThePlaceOfARun() {
    assertEquals(BenchCommand.OK, run(never(), "--help"));
    String help = out.toString(StandardCharsets.UTF_8);
    assertTrue(help.contains("test-bench") && help.contains("--size"), help);
    assertEquals("", errors());
  }

  @Test
  void whatIsNoOptionIsToldWithThoseThatAre() {
    assertEquals(BenchCommand.BAD_INPUT, run(never(), "--sise=7"));
    assertEquals(
        "test-bench: Unknown option: '--sise=7'; valid are --size, --help\n", errors());
  }

  @Test
  void aWrongValueIsBadInputAndSoIsWhatTheProgramRefuses() {
    assertEquals(BenchCommand.BAD_INPUT, run(never(), "--size", "x"));
    assertTrue(errors().contains("--size"), errors());
    err.reset();
    assertEquals(BenchCommand.BAD_INPUT, run(() -> {
      throw new ParameterException(options.command.commandLine(), "--size: 0 is too few");
    }));
    assertEquals("test-bench: --size: 0 is too few\n", errors());
  }

  @Test
  void aFailureIsOneLineEvenWithoutAMessage() {
    assertEquals(
        BenchCommand.FAILED, fail(new IllegalStateException("the pool\n  is empty")));
    assertEquals("test-bench: the pool; is empty\n", errors());
    err.reset();
    assertEquals(BenchCommand.FAILED, fail(new UnsupportedOperationException()));
    assertEquals("test-bench: java.lang.UnsupportedOperationException\n", errors());
  }
}
