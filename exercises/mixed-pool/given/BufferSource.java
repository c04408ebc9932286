package exercise;

/** Where new buffers come from. */
public interface BufferSource {
  /** A new one, which gets the next number. */
  Buffer make();
}
