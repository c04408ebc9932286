package allocpool.service;

import allocpool.allocator.BufferAllocator;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * An HTTP/1.1 server on this machine's loopback address that echoes its input. One thread
 * of its own serves all connections. Any other thread may call the methods, except those
 * that a comment assigns to the server's thread.
 *
 * <p>The number of connections is bounded, either by the server's own limit or by the
 * process's limit of open files. Further clients wait in the system's queue, and the open
 * connections are not affected.
 */
final class EchoServer {
  private static final int BACKLOG = 4096;

  private final Selector selector;
  private final ServerSocketChannel listener;
  private final SelectionKey listening;
  private final int mostConnections;
  private final Served served = new Served(); // used by the server's thread only
  private final BufferAllocator buffers; // likewise
  private final Application application; // likewise
  private final Consumer<Throwable> onFailure;
  private final Thread thread;

  /** Requests for a copy of the figures. */
  private final Queue<CompletableFuture<Served>> questions =
      new ConcurrentLinkedQueue<>();

  private volatile boolean open = true;

  private EchoServer(
      int port, int mostConnections, BufferAllocator buffers, Application application,
      Consumer<Throwable> onFailure)
      throws IOException {
    this.mostConnections = mostConnections;
    this.buffers = new CountedBuffers(buffers, served);
    this.application = application;
    this.onFailure = onFailure;
    listener = listen(port);
    selector = Selector.open();
    listening = listener.register(selector, SelectionKey.OP_ACCEPT);
    thread = new Thread(this::run, "server");
  }

  private static ServerSocketChannel listen(int port) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.bind(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      listener.configureBlocking(false);
      return listener;
    } catch (IOException taken) {
      listener.close();
      throw taken;
    }
  }

  /**
   * Starts a server.
   *
   * @param port the port to listen on; 0 for any free one
   * @param mostConnections the most at a time, 1 or more
   * @param buffers used by its thread alone, until it ends
   * @param application used by its thread alone, until it ends
   * @param onFailure receives the failure that ends its thread; called by that thread
   * @return a server that listens
   * @throws IOException if the port is not available
   */
  static EchoServer start(
      int port, int mostConnections, BufferAllocator buffers, Application application,
      Consumer<Throwable> onFailure)
      throws IOException {
    EchoServer server =
        new EchoServer(port, mostConnections, buffers, application, onFailure);
    server.thread.start();
    return server;
  }

  /** Returns the port it listens on. */
  int port() {
    return listener.socket().getLocalPort();
  }

  /** Asks for the figures. Never completes after the server has ended or failed. */
  CompletableFuture<Served> served() {
    CompletableFuture<Served> answer = new CompletableFuture<>();
    questions.add(answer);
    selector.wakeup();
    return answer;
  }

  /** Runs the server's thread. */
  private void run() {
    try {
      Consumer<SelectionKey> action = this::serve;
      // --8<-- [start:loop]
      while (open) {
        selector.select(action);
        answerQuestions();
      }
      // --8<-- [end:loop]
      closeAll();
      served.allocated = allocated();
      answerQuestions();
    } catch (IOException | RuntimeException | Error failure) {
      onFailure.accept(failure);
    }
  }

  private void serve(SelectionKey key) {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    Connection connection = (Connection) key.attachment();
    boolean goesOn;
    try {
      goesOn = connection.ready();
    } catch (IOException gone) {
      goesOn = false; // the client has reset the connection
    }
    if (!goesOn) {
      close(connection);
    }
  }

  /** Admits waiting clients while there is room; then stops until a connection closes. */
  private void accept() {
    try {
      while (served.open < mostConnections) {
        SocketChannel channel = listener.accept();
        if (channel == null) {
          return;
        }
        admit(channel);
      }
    } catch (IOException noMoreFiles) {
      if (served.open == 0) { // so none can close and make room
        throw new UncheckedIOException("cannot accept a connection", noMoreFiles);
      }
    }
    listening.interestOps(0);
  }

  private void admit(SocketChannel channel) throws IOException {
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      key.attach(new Connection(key, buffers, served, application));
      served.accepted++;
      served.open++;
    } catch (IOException gone) { // some systems report that already here
      channel.close();
    }
  }

  private void close(Connection connection) {
    served.open--;
    if (listening.interestOps() == 0) {
      listening.interestOps(SelectionKey.OP_ACCEPT);
    }
    try {
      connection.close();
    } catch (IOException alreadyGone) {
      // Its buffers are released, and nobody is left to report to.
      return;
    }
  }

  private void closeAll() throws IOException {
    for (SelectionKey key : selector.keys()) {
      // A closed connection's key stays until the next selection.
      if (key.isValid() && key.attachment() != null) {
        close((Connection) key.attachment());
      }
    }
    listener.close();
    selector.close();
  }

  private void answerQuestions() {
    CompletableFuture<Served> answer = questions.poll();
    while (answer != null) {
      served.allocated = allocated();
      answer.complete(served.copy());
      answer = questions.poll();
    }
  }

  /** Returns the bytes that the calling thread has allocated in the Java heap. */
  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /**
   * Closes all connections, frees the port, and waits until that is done. May be called
   * again.
   *
   * @return the last figures
   */
  Served end() {
    open = false;
    selector.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return served.copy(); // safe: joining the writer makes its writes visible
  }
}
