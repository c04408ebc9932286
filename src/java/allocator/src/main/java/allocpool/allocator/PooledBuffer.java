package allocpool.allocator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A buffer on loan: its bytes, and what its allocator has to know of it.
 *
 * <p>Why a handle? A {@link ByteBuffer} does not tell who made it. It has no field to
 * spare, and classes outside of its package cannot extend it. So an allocator that takes
 * bare buffers back can guess by their capacity, and then strangers of the right size get
 * in, and duplicates, and buffers that were released already. Or it can look them up by
 * identity, which means hashing, and a table whose entries are allocated. A handle is
 * made once, together with its buffer, and lives as long as it does. Whose it is, and
 * whether it is on loan, are two fields: no search, no allocation. And what is no handle
 * cannot be released: to try it with a slice is an error of the compiler's.
 *
 * <p>Who holds the loan may use the buffer. Handing it to another thread is up to him and
 * has to be safe, as with any object that is not made for several.
 */
public class PooledBuffer {
  private final ByteBuffer bytes;
  private final Object owner; // compared by identity
  private final int sizeClass;
  private boolean lent; // plain: loans are handed over safely, or the program is wrong

  /**
   * Makes a handle that is not on loan.
   *
   * @param bytes the buffer
   * @param owner whoever is to take it back
   * @param sizeClass the owner's number for its size
   */
  PooledBuffer(ByteBuffer bytes, Object owner, int sizeClass) {
    this.bytes = bytes;
    this.owner = owner;
    this.sizeClass = sizeClass;
  }

  /**
   * The buffer itself, the same one for as long as the loan lasts. When the loan begins
   * it is as a new one would be: position 0, the limit is the size that was asked for,
   * big-endian, no mark. Two things differ. Its capacity may be larger, so that the limit
   * can be raised. And what is in it is left from whoever had it before, unless the
   * allocator clears buffers.
   *
   * <p>Where nobody watches loans this is a plain read, and a buffer is given after its
   * release as well. A watched loan refuses it: see {@link CheckingAllocator}.
   *
   * @return a writable buffer
   * @throws IllegalStateException if the loan is watched and has ended
   */
  public ByteBuffer bytes() {
    return bytes;
  }

  // --8<-- [start:lend]
  final PooledBuffer lend(int size) {
    // This costs a load and a branch per loan, of a field that is written next anyway. It
    // catches a second release that went unnoticed, usually before the buffer has two
    // users.
    if (lent) {
      throw hasUser();
    }
    lent = true;
    bytes.clear().limit(size).order(ByteOrder.BIG_ENDIAN);
    return this;
  }

  final void takeBack(Object by) {
    requireOwner(by);
    if (!lent) {
      throw new IllegalStateException("this buffer of " + bytes.capacity()
          + " bytes is not on loan: it was released before");
    }
    lent = false;
  }

  final void requireOwner(Object by) {
    if (owner != by) {
      throw new IllegalArgumentException("this buffer of " + bytes.capacity()
          + " bytes was lent by another allocator; release it there");
    }
  }
  // --8<-- [end:lend]

  private IllegalStateException hasUser() {
    return new IllegalStateException("this buffer of " + bytes.capacity()
        + " bytes is on loan already: somebody released it twice");
  }

  final int sizeClass() {
    return sizeClass;
  }
}
