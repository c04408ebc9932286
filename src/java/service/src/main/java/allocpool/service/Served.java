package allocpool.service;

/** What the server has done since its start. Written by its thread; others get copies. */
final class Served {
  /** Requests that were echoed. */
  long requests;

  /** Bytes of their contents. */
  long bytes;

  /** Requests that were not served, each with its connection's end. */
  long refused;

  /** Connections that were accepted. */
  long accepted;

  /** Connections that are open. */
  long open;

  /** Buffers that were acquired. */
  long buffers;

  /** Bytes that were asked for in them. */
  long bufferBytes;

  /** Bytes that its thread has allocated in the Java heap, whatever became of them. */
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
