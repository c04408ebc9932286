package allocpool.pools.peers;

import allocpool.pools.Pool;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * The general pool of Apache Commons. Any thread may call. It keeps records of each
 * object: where it is, since when, how often it was borrowed. The object released last is
 * taken first. An empty pool makes a new object; a full one leaves a released object to
 * the collector.
 *
 * @param <T> the objects
 */
public final class CommonsPool<T> implements Pool<T> {
  private static final int NO_LIMIT = -1;

  private final GenericObjectPool<T> pool;

  /**
   * Makes a full pool.
   *
   * @param factory makes the objects, in any thread
   * @param capacity the number of objects it holds, at least 1
   */
  public CommonsPool(Supplier<? extends T> factory, int capacity) {
    GenericObjectPoolConfig<T> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(NO_LIMIT);
    config.setMaxIdle(capacity);
    config.setJmxEnabled(false);
    pool = new GenericObjectPool<>(new Making<>(factory), config);
    try {
      pool.addObjects(capacity);
    } catch (Exception e) {
      throw new IllegalStateException("cannot fill the pool: " + e.getMessage(), e);
    }
  }

  @Override
  public T take() {
    try {
      return pool.borrowObject();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot borrow an object: " + e.getMessage(), e);
    }
  }

  /**
   * Gives an object back.
   *
   * @throws IllegalStateException if it is foreign, or was released before
   */
  @Override
  public void release(T object) {
    pool.returnObject(Objects.requireNonNull(object));
  }

  /** Makes objects, and the record that is kept of each. */
  private static final class Making<T> extends BasePooledObjectFactory<T> {
    private final Supplier<? extends T> factory;

    Making(Supplier<? extends T> factory) {
      this.factory = factory;
    }

    @Override
    public T create() {
      return factory.get();
    }

    @Override
    public PooledObject<T> wrap(T object) {
      return new DefaultPooledObject<>(object);
    }
  }
}
