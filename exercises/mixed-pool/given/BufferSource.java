package exercise;

/** Makes new buffers. */
public interface BufferSource {
  /** Makes a buffer, which gets the next number. */
  Buffer make();
}
