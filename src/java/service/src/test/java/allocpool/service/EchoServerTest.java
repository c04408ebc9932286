package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.net.BindException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EchoServerTest {
  private static final int MEGABYTE = 1 << 20;

  /** More megabytes than any system buffers for a client that does not read. */
  private static final int SLOW = 50;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final LiveSet live = LiveSet.of(1);
  private final Application application = new Application(live, 1);
  private EchoServer server;

  private void start(BufferKind kind) throws IOException {
    start(kind, Limits.CONNECTIONS);
  }

  private void start(BufferKind kind, int mostConnections) throws IOException {
    server =
        EchoServer.start(
            0, mostConnections, kind.allocator(), application, failures::add);
  }

  private Client connect() throws IOException {
    return new Client(server.port());
  }

  private Served served() {
    return server.served().join();
  }

  /** Waits until this many connections are open. */
  private void awaitOpen(int count) throws InterruptedException {
    while (served().open != count) {
      Thread.sleep(1);
    }
  }

  /** Makes a text of this length in which no two parts are equal. */
  private static String content(int length) {
    StringBuilder text = new StringBuilder(length + 8);
    while (text.length() < length) {
      text.append(text.length()).append(' ');
    }
    return text.substring(0, length);
  }

  @AfterEach
  void allBuffersComeBack() {
    if (server != null) {
      Served last = server.end();
      assertEquals(List.of(), failures);
      assertEquals(0, last.inUse);
      assertEquals(0, last.open);
      assertEquals(last.requests, live.requests());
    }
  }

  @ParameterizedTest
  @EnumSource
  void echoesContentsOfAnySize(BufferKind kind) throws IOException {
    start(kind);
    try (Client client = connect()) {
      for (int length : new int[] {0, 1, 8191, 8192, 8193, 16_384, 65_537, MEGABYTE}) {
        String content = content(length);
        assertEquals(content, client.send(Client.request(content)).answer());
      }
      assertEquals("", client.send("GET /x HTTP/1.1|Host: a||").answer());
    }
    assertEquals(9, served().requests);
    assertEquals(1, served().accepted);
  }

  /** One client's buffered data must not reach another. */
  @ParameterizedTest
  @EnumSource
  void nobodyGetsWhatIsSomebodyElses(BufferKind kind) throws IOException {
    start(kind);
    try (Client one = connect(); Client other = connect()) {
      String half = content(10_000);
      one.send("POST / HTTP/1.1|Host: a|Content-Length: 20000||" + half);
      for (int length : new int[] {20_000, 3, 10_001}) {
        String content = "y".repeat(length);
        assertEquals(content, other.send(Client.request(content)).answer());
      }
      assertEquals(half + half, one.send(half).answer());
    }
  }

  @Test
  void aRequestMayComeByteByByte() throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      String whole = Client.request("hello")
          + "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||3|abc|2;x|de|0|T: x||";
      for (byte one : Text.bytes(whole)) {
        client.send(new byte[] {one});
      }
      assertEquals("hello", client.answer());
      assertEquals("abcde", client.answer());
    }
  }

  @Test
  void requestsMayComeManyAtATime() throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 500; i++) {
        all.append(Client.request(content(i)));
        all.append("GET /" + i + " HTTP/1.1|Host: a||");
      }
      Thread sender = new Thread(() -> sendQuietly(client, all.toString()));
      sender.start();
      for (int i = 0; i < 500; i++) {
        assertEquals(content(i), client.answer());
        assertEquals("", client.answer());
      }
    }
    assertEquals(1000, served().requests);
  }

  /** Turns an exception into an error; a failure also shows in missing data. */
  private static void sendQuietly(Client client, String text) {
    try {
      client.send(text);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void chunksAreEchoedInOnePiece() throws IOException {
    start(BufferKind.DIRECT_POOL);
    String chunk = content(1000);
    StringBuilder chunks = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      chunks.append("3e8|").append(chunk).append('|');
    }
    try (Client client = connect()) {
      client.send(
          "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||" + chunks + "0||");
      assertEquals(chunk.repeat(500), client.answer());
      assertEquals("x", client.send(Client.request("x")).answer(), "the next one");
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "400; hello|",
    "400; GET / HTTP/1.1||",
    "400; POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||x|",
    "413; POST / HTTP/1.1|Host: a|Content-Length: 1048577||",
    "417; POST / HTTP/1.1|Host: a|Content-Length: 1|Expect: 100-continue||",
    "501; DELETE / HTTP/1.1|Host: a||",
    "505; GET / HTTP/3.0|Host: a||",
  })
  void whatIsRefusedIsToldWhyAndEndsTheConnection(int status, String request)
      throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      assertEquals("first", client.send(Client.request("first")).answer());
      client.send(request + Client.request("lost"));
      assertTrue(client.answer(status).endsWith("\n"));
      client.assertEnd();
    }
    assertEquals(1, served().requests);
    assertEquals(1, served().refused);
  }

  /** The answer must not be lost because the client is still sending. */
  @Test
  void whoSendsTooMuchGetsAnAnswerAllTheSame() throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      client.send("POST / HTTP/1.1|Host: a|Content-Length: 3000000||");
      client.send(new byte[3_000_000]);
      assertTrue(client.answer(413).contains("1048576"));
      client.assertEnd();
    }
  }

  @Test
  void anEndlessHeadIsGivenUp() throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      client.send("GET / HTTP/1.1|" + "X: y|".repeat(2 * Limits.HEAD / 6));
      client.answer(431);
      client.assertEnd();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "GET / HTTP/1.1|Host: a|Connection: close||", "GET / HTTP/1.0||",
  })
  void whoDoesNotWantMoreIsTakenAtHisWord(String request)
      throws IOException, InterruptedException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      assertEquals("", client.send(request).answer());
      client.assertEnd();
    }
    awaitOpen(0);
  }

  /** The client holds the buffers of one response, while others are served as usual. */
  @Test
  void whoDoesNotReadHoldsUpNobody() throws IOException, InterruptedException {
    start(BufferKind.HEAP_POOL);
    String content = content(MEGABYTE);
    try (Client slow = Client.slow(server.port()); Client other = connect()) {
      Thread sender = new Thread(() -> {
        for (int i = 0; i < SLOW; i++) {
          sendQuietly(slow, Client.request(content)); // blocks: answers are not read
        }
      });
      sender.start();
      while (served().requests < 2) {
        Thread.sleep(1);
      }
      for (int i = 0; i < 100; i++) {
        assertEquals("x", other.send(Client.request("x")).answer());
      }
      Served now = served();
      assertTrue(now.inUse <= 4, () -> now.inUse + " buffers in use");
      assertTrue(now.requests < 100 + SLOW, "he was served though he does not read");
      for (int i = 0; i < SLOW; i++) {
        assertEquals(content, slow.answer());
      }
      sender.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "POST / HT", "POST / HTTP/1.1|Host: a|Content-Length: 100||half",
    "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||64|half",
  })
  void whoGoesInTheMiddleLeavesNothing(String begin)
      throws IOException, InterruptedException {
    start(BufferKind.HEAP_POOL);
    for (boolean reset : new boolean[] {false, true}) {
      Client client = connect();
      client.send(begin);
      awaitOpen(1);
      client.socket.setSoLinger(reset, 0); // with a time of 0 the connection is reset
      client.close();
      awaitOpen(0);
      assertEquals(0, served().inUse);
    }
    try (Client client = connect()) {
      assertEquals("x", client.send(Client.request("x")).answer());
    }
  }

  @Test
  void whoGoesBeforeTheAnswerLeavesNothing() throws IOException, InterruptedException {
    start(BufferKind.DIRECT_POOL);
    Client client = connect();
    client.send(Client.request(content(MEGABYTE)));
    client.socket.setSoLinger(true, 0);
    client.close();
    while (served().accepted < 1) {
      Thread.sleep(1);
    }
    awaitOpen(0);
    assertEquals(0, served().inUse);
  }

  /** Silent connections cost no buffer. */
  @Test
  void aThousandConnections() throws IOException, InterruptedException {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    assumeTrue(
        system instanceof UnixOperatingSystemMXBean
            && ((UnixOperatingSystemMXBean) system).getMaxFileDescriptorCount() > 3000,
        "both ends of a thousand connections need more files than may be open here");
    start(BufferKind.HEAP_POOL);
    List<Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 1000; i++) {
        clients.add(connect());
      }
      for (int round = 0; round < 3; round++) {
        for (Client client : clients) {
          client.send(Client.request(content(100)));
        }
        for (Client client : clients) {
          assertEquals(content(100), client.answer());
        }
      }
      awaitOpen(1000);
      assertEquals(3000, served().requests);
      assertEquals(0, served().inUse);
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  /** Every waiting client is served in the end, and none before there is room. */
  @Test
  void whoIsTooManyWaitsUntilAnotherOneGoes() throws IOException {
    start(BufferKind.HEAP_POOL, 2);
    Queue<Client> clients = new ArrayDeque<>();
    try {
      for (int i = 0; i < 6; i++) {
        clients.add(connect().send(Client.request("" + i)));
      }
      for (int i = 0; i < 6; i++) {
        try (Client first = clients.remove()) {
          assertEquals("" + i, first.answer());
          Served now = served();
          assertTrue(now.open <= 2, () -> now.open + " are open");
          assertTrue(now.accepted <= i + 2, () -> now.accepted + " were accepted");
        }
      }
      try (Client late = connect()) {
        assertEquals("x", late.send(Client.request("x")).answer());
      }
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
    assertEquals(7, served().requests);
  }

  /** Only Java's own allocations are allowed, no buffers and no objects of ours. */
  @ParameterizedTest
  @EnumSource(names = {"HEAP_POOL", "DIRECT_POOL"})
  void pooledBuffersAreUsedAgain(BufferKind kind) throws IOException {
    start(kind);
    String request = Client.request(content(16_384));
    try (Client client = connect()) {
      for (int i = 0; i < 2000; i++) {
        client.send(request).answer();
      }
      Served before = served();
      for (int i = 0; i < 1000; i++) {
        client.send(request).answer();
      }
      Served after = served();
      long perRequest = (after.allocated - before.allocated) / 1000;
      assertTrue(perRequest < 2048, () -> perRequest + " bytes for each request");
    }
  }

  @Test
  void itsEndClosesConnections() throws IOException {
    start(BufferKind.HEAP_POOL);
    try (Client client = connect()) {
      assertEquals("x", client.send(Client.request("x")).answer());
      server.end();
      client.assertEnd();
      assertThrows(IOException.class, this::connect);
    }
  }

  @Test
  void aPortIsForOne() throws IOException {
    start(BufferKind.HEAP_POOL);
    assertThrows(BindException.class, () -> EchoServer.start(
        server.port(), 1, BufferKind.HEAP_NEW.allocator(), application, failures::add));
  }
}
