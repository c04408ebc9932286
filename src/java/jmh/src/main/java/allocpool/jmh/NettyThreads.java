package allocpool.jmh;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of Netty's own kind, for JMH to run benchmarks in: {@code -Djmh.executor=CUSTOM
 * -Djmh.executor.class=allocpool.jmh.NettyThreads}. Netty finds their local variables
 * faster, and keeps objects for them. In a server of Netty's all threads of its event
 * loops are of that kind.
 */
public final class NettyThreads extends ThreadPoolExecutor {
  /**
   * Makes them, as JMH asks for it.
   *
   * @param threads how many
   * @param prefix what their names begin with
   */
  public NettyThreads(int threads, String prefix) {
    super(threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
        new DefaultThreadFactory(prefix, true));
  }
}
