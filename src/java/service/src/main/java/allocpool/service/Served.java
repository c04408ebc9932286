package allocpool.service;

/** The server's counters since its start. Written by its thread; others get copies. */
final class Served {
  /** Requests that were echoed. */
  long requests;

  /** Bytes of their contents. */
  long bytes;

  /** Rejected requests, each of which ended its connection. */
  long refused;

  /** Connections that were accepted. */
  long accepted;

  /** Connections that are open. */
  long open;

  /** Buffers that were acquired. */
  long buffers;

  /** The total of their requested sizes in bytes. */
  long bufferBytes;

  /** Bytes that its thread has allocated in the Java heap. */
  long allocated;

  /** Buffers that are not released yet. */
  long inUse;

  Served copy() {
    Served copy = new Served();
    copy.requests = requests;
    copy.bytes = bytes;
    copy.refused = refused;
    copy.accepted = accepted;
    copy.open = open;
    copy.buffers = buffers;
    copy.bufferBytes = bufferBytes;
    copy.allocated = allocated;
    copy.inUse = inUse;
    return copy;
  }
}
