package allocpool.allocator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A buffer on loan: its bytes, and its allocator's data about it.
 *
 * <p>Why a handle? A {@link ByteBuffer} does not tell who made it: it has no spare field,
 * and classes outside its package cannot extend it. An allocator that takes back bare
 * buffers could recognise them by their capacity, but would then accept foreign buffers
 * of the right size, duplicates, and buffers already released. Or it could look them up
 * by identity, which means hashing, and a table whose entries are allocated. A handle is
 * made once, together with its buffer, and lives as long. Its owner, and whether it is on
 * loan, are two fields: no search, no allocation. And only handles can be released:
 * releasing a slice is a compile-time error.
 *
 * <p>The borrower may use the buffer. Handing it to another thread is the borrower's
 * responsibility and must be done safely, as with any object that is not thread-safe.
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
   * @param owner the allocator's identity
   * @param sizeClass the owner's number for its size
   */
  PooledBuffer(ByteBuffer bytes, Object owner, int sizeClass) {
    this.bytes = bytes;
    this.owner = owner;
    this.sizeClass = sizeClass;
  }

  /**
   * The buffer itself, the same one throughout the loan. At the start of the loan its
   * state is that of a new buffer: position 0, the limit is the requested size,
   * big-endian, no mark. Two things differ: its capacity may be larger, so that the limit
   * can be raised, and it contains the previous borrower's data, unless the allocator
   * clears buffers.
   *
   * <p>Without watching this is a plain read, which also returns the buffer after its
   * release. A watched loan refuses that: see {@link CheckingAllocator}.
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
