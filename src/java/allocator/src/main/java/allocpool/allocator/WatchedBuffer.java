package allocpool.allocator;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A loan that is watched: a handle of its own, made for it alone and never used again, so
 * that a second release is found even when the buffer has been lent to somebody else, and
 * so is who asks for the bytes when it has ended.
 */
final class WatchedBuffer extends PooledBuffer {
  private static final int NO_CLASS = -1;

  private final PooledBuffer inner;
  private final Throwable allocatedAt = Sites.here("allocated");
  private final AtomicReference<Throwable> releasedAt = new AtomicReference<>();
  private final Leaks.Loan loan;

  /**
   * Makes a watched loan, and notes that it has begun.
   *
   * @param inner the loan that is behind it
   * @param owner who takes it back
   * @param size that was asked for
   * @param leaks where it is noted
   */
  WatchedBuffer(PooledBuffer inner, Object owner, int size, Leaks leaks) {
    super(inner.bytes(), owner, NO_CLASS);
    this.inner = inner;
    loan = leaks.open(this, size);
  }

  /**
   * The buffer itself, unless the loan has ended.
   *
   * @throws IllegalStateException if it has; it tells all three places
   */
  @Override
  public ByteBuffer bytes() {
    if (releasedAt.get() != null) {
      throw misuse("a buffer is used after its release");
    }
    return super.bytes();
  }

  /**
   * Ends the loan. Of several threads that try it, one succeeds.
   *
   * @param by who takes it back
   * @throws IllegalArgumentException if that is not its owner
   * @throws IllegalStateException if it has ended before; it tells all three places
   */
  // --8<-- [start:end-loan]
  void end(Object by) {
    requireOwner(by);
    if (!releasedAt.compareAndSet(null, Sites.here("released"))) {
      throw misuse("a buffer is released for the second time");
    }
  }

  private IllegalStateException misuse(String what) {
    IllegalStateException misuse = new IllegalStateException(what, releasedAt.get());
    misuse.addSuppressed(allocatedAt);
    return misuse;
  }
  // --8<-- [end:end-loan]

  PooledBuffer inner() {
    return inner;
  }

  Leaks.Loan loan() {
    return loan;
  }

  Throwable allocatedAt() {
    return allocatedAt;
  }

  Throwable releasedAt() {
    return releasedAt.get();
  }
}
