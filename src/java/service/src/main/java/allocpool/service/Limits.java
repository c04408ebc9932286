package allocpool.service;

/** How much clients may ask of the server; in bytes, but for their number. */
final class Limits {
  /** Of a request's head, of the trailers of a chunked body, and of the input buffer. */
  static final int HEAD = 8 << 10;

  /** Of a line that tells a chunk's size, with its extensions. */
  static final int CHUNK_LINE = 256;

  /** Of a request's content. */
  static final int CONTENT = 1 << 20;

  /** Of what is read and dropped after the last response of a connection. */
  static final int FAREWELL = 4 << 20;

  /** Of connections at a time; those beyond it wait until another one ends. */
  static final int CONNECTIONS = 4096;

  private Limits() {}
}
