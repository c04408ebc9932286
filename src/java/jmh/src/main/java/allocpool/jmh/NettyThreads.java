package allocpool.jmh;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of Netty's own kind, in which JMH can run benchmarks:
 * {@code -Djmh.executor=CUSTOM -Djmh.executor.class=allocpool.jmh.NettyThreads}. Netty
 * finds their thread-locals faster, and keeps objects for them. In a Netty server all
 * event-loop threads are of that kind.
 */
public final class NettyThreads extends ThreadPoolExecutor {
  /**
   * Makes the threads, with the constructor that JMH requires.
   *
   * @param threads the number of threads
   * @param prefix their names' prefix
   */
  public NettyThreads(int threads, String prefix) {
    super(threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
        new DefaultThreadFactory(prefix, true));
  }
}
