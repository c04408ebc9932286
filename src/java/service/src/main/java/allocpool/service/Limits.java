package allocpool.service;

/** The server's limits, in bytes, except the number of connections. */
final class Limits {
  /** A request's head, a chunked body's trailers, and the input buffer. */
  static final int HEAD = 8 << 10;

  /** The length of a line with a chunk's size and extensions. */
  static final int CHUNK_LINE = 256;

  /** The size of a request's content. */
  static final int CONTENT = 1 << 20;

  /** The bytes read and dropped after a connection's last response. */
  static final int FAREWELL = 4 << 20;

  /** The number of connections at a time; further ones wait until another ends. */
  static final int CONNECTIONS = 4096;

  private Limits() {}
}
