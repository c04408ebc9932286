package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import allocpool.fixture.MainTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServiceMainTest extends MainTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final int KILLED_BY_SIGTERM = 128 + 15;

  ServiceMainTest() {
    super(ServiceMain.class);
  }

  @Test
  void endsWithItsInput() throws IOException, InterruptedException {
    assertEquals(0, run("-Xmx64m", "--buffers direct-pool", "totals\n"));
    assertEquals(List.of(), errors);
    assertEquals(4, output.size(), output::toString);
    assertTrue(output.get(3).contains("end"), output.get(3));
  }

  @Test
  void aLiveSetThatDoesNotFitIsOneLine() throws IOException, InterruptedException {
    assertEquals(1, run("-Xmx64m", "--buffers heap-new --live-mb 500"));
    assertOneError("service: out of memory", "MB of heap");
  }

  /** Its thread fails while the program waits for commands that never come. */
  @Test
  void buffersThatDoNotFitAreOneLine() throws IOException, InterruptedException {
    Process process = start("-Xmx64m", "-XX:MaxDirectMemorySize=64k", "direct-new");
    try (Client client = new Client(port(lines(process)))) {
      client.send("POST / HTTP/1.1|Host: a|Content-Length: 500000||");
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it hangs");
    } finally {
      process.destroyForcibly();
    }
    assertEquals(1, process.exitValue());
    errors = Files.readAllLines(folder.resolve("errors"));
    assertOneError("service: out of memory");
  }

  /** The limit of open files is below the number of clients: the others wait. */
  @Test
  void whoOpensTooManyConnectionsEndsNothing()
      throws IOException, InterruptedException {
    Path shell = Path.of("/bin/sh");
    assumeTrue(Files.exists(shell), "nobody here who limits the files of a process");
    List<String> command = new ArrayList<>(
        List.of(shell.toString(), "-c", "ulimit -n 100; exec \"$@\"", "sh"));
    command.addAll(command("-Xmx64m", "-XX:+UseSerialGC", "heap-pool"));
    Process process = start(command);
    Deque<Client> clients = new ArrayDeque<>();
    try {
      int port = port(lines(process));
      try (Client first = new Client(port)) { // loads classes, which are files, too
        assertEquals("x", first.send(Client.request("x")).answer());
      }
      for (int i = 0; i < 150; i++) {
        clients.add(new Client(port).send(Client.request("" + i)));
      }
      for (int i = 0; i < 150; i++) {
        try (Client first = clients.remove()) {
          assertEquals("" + i, first.answer());
        }
      }
      assertTrue(process.isAlive());
    } finally {
      process.destroyForcibly();
      for (Client client : clients) {
        client.close();
      }
    }
    assertEquals(List.of(), Files.readAllLines(folder.resolve("errors")));
  }

  @Test
  void tellsItsTotalsWhenItIsKilledKindly() throws IOException, InterruptedException {
    Process process = start("-Xmx64m", "-XX:+UseSerialGC", "heap-pool");
    BufferedReader lines = lines(process);
    try (Client client = new Client(port(lines))) {
      assertEquals("x", client.send(Client.request("x")).answer());
      process.toHandle().destroy(); // unlike Process.destroy, this closes no streams
      JsonNode totals = event(lines);
      assertEquals(1, totals.path("value").asInt());
      assertEquals(0, totals.path("buffers_in_use").asInt());
      assertEquals("end", event(lines).path("event").textValue());
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it hangs");
      assertEquals(KILLED_BY_SIGTERM, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts the program with a standard input that stays open. */
  private Process start(String heap, String flag, String buffers) throws IOException {
    return start(command(heap, flag, buffers));
  }

  private Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectError(folder.resolve("errors").toFile())
        .start();
  }

  private static List<String> command(String heap, String flag, String buffers) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), heap, flag,
        "-cp", System.getProperty("java.class.path"), ServiceMain.class.getName(),
        "--buffers", buffers);
  }

  private static BufferedReader lines(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static int port(BufferedReader lines) throws IOException {
    return event(lines).path("parameters").path("port").asInt();
  }

  private static JsonNode event(BufferedReader lines) throws IOException {
    return new ObjectMapper().readTree(lines.readLine());
  }
}
