package exercise;

import java.nio.LongBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Each side gets nothing but what it may do with the counts. */
public final class SpscRing implements AutoCloseable {
  public static final long EMPTY = -1;

  private interface Count {
    void is(long count);
  }

  private final LongBuffer ring;
  private final LongSupplier written;
  private final Count nowWritten;
  private final LongSupplier read;
  private final Count nowRead;
  private long pushes; // the producer's
  private long pops; // the consumer's

  public SpscRing(int capacity) {
    ring = LongBuffer.allocate(capacity);
    AtomicLong tail = new AtomicLong();
    AtomicLong head = new AtomicLong();
    written = tail::getAcquire;
    nowWritten = tail::setRelease;
    read = () -> head.getAcquire();
    nowRead = count -> head.setRelease(count);
  }

  public boolean tryPush(long number) {
    if (pushes - read.getAsLong() == ring.capacity()) {
      return false;
    }
    ring.put((int) pushes & ring.capacity() - 1, number);
    nowWritten.is(++pushes);
    return true;
  }

  public long tryPop() {
    if (pops == written.getAsLong()) {
      return EMPTY;
    }
    long number = ring.get((int) pops & ring.capacity() - 1);
    nowRead.is(++pops);
    return number;
  }

  @Override
  public void close() {}
}
