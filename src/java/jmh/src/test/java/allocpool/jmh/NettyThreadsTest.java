package allocpool.jmh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class NettyThreadsTest {
  @Test
  void areOfNettysOwnKind() throws Exception {
    NettyThreads threads = new NettyThreads(1, "test");
    try {
      Callable<Thread> own = Thread::currentThread;
      Thread thread = threads.submit(own).get();
      assertTrue(thread instanceof FastThreadLocalThread, thread.toString());
      assertTrue(thread.isDaemon(), "JMH ends when its work does");
    } finally {
      threads.shutdown();
    }
  }
}
