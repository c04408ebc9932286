package allocpool.queues;

/**
 * Memory that two threads share, as words at offsets. Each access names its mode:
 *
 * <ul>
 *   <li><b>plain</b> ({@link #get}, {@link #set}): only for words that another thread
 *       does not touch at the same time;
 *   <li><b>release</b> and <b>acquire</b>, which belong together: a thread that loads
 *       with acquire a value stored with release sees all that the other thread wrote
 *       before that store; and all that it read before its own release store was read
 *       before the other thread continues after the matching acquire load.
 * </ul>
 *
 * <p>An abstract class, of which a program loads one subclass: its methods are then
 * compiled into their callers.
 *
 * <p>Offsets are in bytes from the start of the memory, and multiples of the word's size;
 * one that is out of bounds throws an {@link IndexOutOfBoundsException}. Any thread may
 * call any method.
 */
public abstract class Words {
  /** For subclasses. */
  protected Words() {}

  /**
   * Loads a word of 32 bits plainly.
   *
   * @param offset the word's offset
   * @return its value
   */
  public abstract int get(int offset);

  /**
   * Stores a word of 32 bits plainly.
   *
   * @param offset the word's offset
   * @param value its new value
   */
  public abstract void set(int offset, int value);

  /**
   * Loads a word of 32 bits with acquire.
   *
   * @param offset the word's offset
   * @return its value
   */
  public abstract int getAcquire(int offset);

  /**
   * Stores a word of 32 bits with release.
   *
   * @param offset the word's offset
   * @param value its new value
   */
  public abstract void setRelease(int offset, int value);

  /**
   * Loads a word of 64 bits with acquire.
   *
   * @param offset the word's offset
   * @return its value
   */
  public abstract long getLongAcquire(int offset);

  /**
   * Stores a word of 64 bits with release.
   *
   * @param offset the word's offset
   * @param value its new value
   */
  public abstract void setLongRelease(int offset, long value);
}
