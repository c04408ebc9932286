package allocpool.service;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.PooledBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A client's connection: reads a request, echoes its content, and repeats. It writes the
 * response to a request before it reads the next, so a client that pipelines requests, or
 * does not read its responses, costs only one request's buffers. Between requests it
 * holds no buffer at all.
 *
 * <p>Nothing here blocks, and there are no timeouts: a silent client keeps its connection
 * until it closes it. Only for the server's thread.
 */
final class Connection {
  /** The connection's state. */
  private enum State { HEAD, CONTENT, CHUNKS, RESPONSE, FAREWELL, OVER }

  private final SocketChannel channel;
  private final SelectionKey key;
  private final BufferAllocator buffers;
  private final Served served;
  private final Application application;

  private final RequestHead head = new RequestHead();
  private final ChunkedBody chunks = new ChunkedBody();
  private final Body body;
  private final ByteBuffer[] response = new ByteBuffer[2]; // its head and its content

  private State state = State.HEAD;
  private PooledBuffer input; // null: nothing is unread; else from position to limit
  private PooledBuffer responseHead; // null: no response in progress
  private boolean readable; // whether the channel may have more
  private boolean lasting; // whether another request may follow the response
  private long discarded; // bytes dropped in the farewell

  /**
   * Makes a connection that waits for a request.
   *
   * @param key its channel is non-blocking, and its selector belongs to this thread
   * @param buffers the source of buffers
   * @param served the counters
   * @param application handles every request
   */
  Connection(SelectionKey key, BufferAllocator buffers, Served served,
      Application application) {
    this.channel = (SocketChannel) key.channel();
    this.key = key;
    this.buffers = buffers;
    this.served = served;
    this.application = application;
    this.body = new Body(buffers);
  }

  /**
   * Does everything that can be done without blocking.
   *
   * @return true if the connection goes on; if not, the caller must close it
   * @throws IOException if the client has gone; the caller must close it, too
   */
  boolean ready() throws IOException {
    readable = key.isReadable();
    boolean more = true;
    while (more) {
      try {
        more = step();
      } catch (RefusedException refused) {
        refuse(refused);
      }
    }
    return state != State.OVER;
  }

  // --8<-- [start:step]
  /** Does one step; returns true if there may be another to do now. */
  private boolean step() throws IOException, RefusedException {
    switch (state) {
      case HEAD:
        if (input == null || !head.read(input.bytes())) {
          return fill();
        }
        body.expect(head.contentLength());
        state = head.isChunked() ? State.CHUNKS : State.CONTENT;
        return true;
      case CONTENT:
        return readContent();
      case CHUNKS:
        if (input == null || !chunks.read(input.bytes(), body)) {
          return fill();
        }
        return respond();
      case RESPONSE:
        return write();
      case FAREWELL:
        return discard();
      default:
        throw new IllegalStateException(state.name());
    }
  }
  // --8<-- [end:step]

  /** Reads once into the input buffer, if there may be something to read. */
  private boolean fill() throws IOException {
    if (!readable) {
      return await(SelectionKey.OP_READ);
    }
    if (input == null) {
      input = buffers.allocate(Limits.HEAD);
      input.bytes().limit(0);
    }
    ByteBuffer bytes = input.bytes();
    bytes.compact();
    int count = channel.read(bytes);
    readable = !bytes.hasRemaining();
    bytes.flip();
    return count >= 0 || end();
  }

  /** Reads content that the input buffer did not contain, directly into the body. */
  private boolean readContent() throws IOException {
    if (!body.isFull() && input != null) {
      body.take(input.bytes());
    }
    if (body.isFull()) {
      return respond();
    }
    if (!readable) {
      return await(SelectionKey.OP_READ);
    }
    int count = body.readFrom(channel);
    readable = body.isFull();
    return count >= 0 || end();
  }

  private boolean respond() {
    served.requests++;
    served.bytes += body.length();
    answer(Status.OK, head.keepsAlive());
    application.handle(response[1]);
    return true;
  }

  private void refuse(RefusedException refused) {
    served.refused++;
    body.release();
    ByteBuffer reason = ByteBuffer.wrap(Ascii.bytes(refused.getMessage() + "\n"));
    body.append(reason, reason.remaining());
    answer(refused.status, false);
  }

  private void answer(Status status, boolean lasting) {
    responseHead = buffers.allocate(ResponseHead.MOST);
    response[0] = responseHead.bytes();
    response[1] = body.complete();
    ResponseHead.write(response[0], status, response[1].remaining(), lasting);
    response[0].flip();
    this.lasting = lasting;
    state = State.RESPONSE;
  }

  // --8<-- [start:write]
  private boolean write() throws IOException {
    channel.write(response);
    if (response[0].hasRemaining() || response[1].hasRemaining()) {
      return await(SelectionKey.OP_WRITE); // and read nothing until it's written
    }
    releaseResponse();
    if (!lasting) {
      channel.shutdownOutput();
      state = State.FAREWELL;
      return true;
    }
    head.next();
    chunks.next();
    state = State.HEAD;
    readable = false; // the selector reports later input
    return true;
  }
  // --8<-- [end:write]

  /**
   * Waits for the client to close, and drops its remaining input. Closing first would
   * make the client's system discard a response that it has not read (RFC 9112, section
   * 9.6).
   */
  private boolean discard() throws IOException {
    if (input != null) {
      ByteBuffer bytes = input.bytes();
      discarded += bytes.remaining();
      bytes.position(bytes.limit());
    }
    return discarded <= Limits.FAREWELL ? fill() : end();
  }

  /** Asks the selector for this operation, and releases an empty input buffer. */
  private boolean await(int operation) {
    if (input != null && !input.bytes().hasRemaining()) {
      releaseInput();
    }
    if (key.interestOps() != operation) {
      key.interestOps(operation);
    }
    return false;
  }

  private boolean end() {
    state = State.OVER;
    return false;
  }

  private void releaseInput() {
    buffers.release(input);
    input = null;
  }

  private void releaseResponse() {
    buffers.release(responseHead);
    responseHead = null;
    response[0] = null;
    response[1] = null;
    body.release();
  }

  /** Closes the channel and releases all buffers. May be called again. */
  void close() throws IOException {
    if (input != null) {
      releaseInput();
    }
    if (responseHead != null) {
      releaseResponse();
    }
    body.release();
    channel.close();
  }
}
