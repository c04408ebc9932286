package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client under a test's control. */
final class Client implements AutoCloseable {
  private static final int PATIENCE_MS = 20_000;

  final Socket socket;
  private final InputStream in;

  Client(int port) throws IOException {
    this(port, new Socket());
  }

  /** Connects a client whose system buffers few unread bytes. */
  static Client slow(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 << 10);
    return new Client(port, socket);
  }

  private Client(int port, Socket socket) throws IOException {
    this.socket = socket;
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(PATIENCE_MS);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  /** Returns a request with a content of known length. */
  static String request(String content) {
    return "POST / HTTP/1.1|Host: a|Content-Length: " + content.length() + "||" + content;
  }

  Client send(String text) throws IOException {
    socket.getOutputStream().write(Text.bytes(text));
    return this;
  }

  /** Sends bytes as they are. */
  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Returns the content of the next response, which must be a success. */
  String answer() throws IOException {
    return answer(200);
  }

  /** Returns the content of the next response, which must have that status. */
  String answer(int status) throws IOException {
    String line = line();
    assertEquals("HTTP/1.1 " + status, line.substring(0, 12), line);
    int length = -1;
    for (String field = line(); !field.isEmpty(); field = line()) {
      if (field.startsWith("Content-Length: ")) {
        length = Integer.parseInt(field.substring(16));
      }
    }
    byte[] content = in.readNBytes(length);
    assertEquals(length, content.length, "the response is cut off");
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  /** Asserts that the server has closed its side. */
  void assertEnd() throws IOException {
    assertEquals(-1, in.read());
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server has closed; before that: " + line);
      }
      line.write(c);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    assertEquals('\r', text.charAt(text.length() - 1), text);
    return text.substring(0, text.length() - 1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
