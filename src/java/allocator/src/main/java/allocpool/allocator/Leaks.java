package allocpool.allocator;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watched loans that have not ended. When the garbage collector finds one's handle
 * unreachable, nothing can release it any more: it is a leak.
 *
 * <p>It needs no thread: the collector's finds wait in a queue until {@link #report} is
 * called. Any thread may call any method.
 */
final class Leaks {
  private final MisuseListener listener;
  private final ReferenceQueue<WatchedBuffer> unreachable = new ReferenceQueue<>();
  private final Set<Loan> open = ConcurrentHashMap.newKeySet();

  /**
   * Begins without loans.
   *
   * @param listener receives the leaks
   */
  Leaks(MisuseListener listener) {
    this.listener = listener;
  }

  /**
   * Records that a loan has begun.
   *
   * @param buffer the watched buffer
   * @param size the requested size
   * @return the loan, for {@link #close}
   */
  Loan open(WatchedBuffer buffer, int size) {
    Loan loan = new Loan(buffer, unreachable, size);
    open.add(loan);
    return loan;
  }

  /**
   * Records that a loan has ended.
   *
   * @param loan the loan
   */
  void close(Loan loan) {
    open.remove(loan);
    loan.clear();
  }

  /** Reports to the listener what the collector has found since the last call. */
  // --8<-- [start:leaks]
  void report() {
    Reference<? extends WatchedBuffer> found = unreachable.poll();
    while (found != null) {
      Loan loan = (Loan) found;
      if (open.remove(loan)) {
        listener.leaked(loan.size, loan.allocatedAt);
      }
      found = unreachable.poll();
    }
  }

  /** A loan, as the garbage collector sees it. Does not keep the buffer alive. */
  static final class Loan extends PhantomReference<WatchedBuffer> {
    private final int size;
    private final Throwable allocatedAt;

    private Loan(WatchedBuffer buffer, ReferenceQueue<WatchedBuffer> queue, int size) {
      super(buffer, queue);
      this.size = size;
      allocatedAt = buffer.allocatedAt();
    }
  }
  // --8<-- [end:leaks]
}
