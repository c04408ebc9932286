package allocpool.allocator;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A watched loan: it has a handle of its own, which is never reused. So a second release
 * is detected even when the buffer has been lent again, and so is a request for the bytes
 * after the loan's end.
 */
final class WatchedBuffer extends PooledBuffer {
  private static final int NO_CLASS = -1;

  private final PooledBuffer inner;
  private final Throwable allocatedAt = Sites.here("allocated");
  private final AtomicReference<Throwable> releasedAt = new AtomicReference<>();
  private final Leaks.Loan loan;

  /**
   * Makes a watched loan, and records that it has begun.
   *
   * @param inner the loan behind it
   * @param owner the allocator that takes it back
   * @param size the requested size
   * @param leaks records it
   */
  WatchedBuffer(PooledBuffer inner, Object owner, int size, Leaks leaks) {
    super(inner.bytes(), owner, NO_CLASS);
    this.inner = inner;
    loan = leaks.open(this, size);
  }

  /**
   * Returns the buffer itself, unless the loan has ended.
   *
   * @throws IllegalStateException if it has ended; it shows all three places
   */
  @Override
  public ByteBuffer bytes() {
    if (releasedAt.get() != null) {
      throw misuse("a buffer is used after its release");
    }
    return super.bytes();
  }

  /**
   * Ends the loan. If several threads try, one succeeds.
   *
   * @param by the allocator that takes it back
   * @throws IllegalArgumentException if that is not its owner
   * @throws IllegalStateException if it has ended before; it shows all three places
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
