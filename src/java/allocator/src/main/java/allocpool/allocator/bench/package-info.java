/**
 * JMH benchmarks of the allocators, and of the rules for deciding whether to pool.
 * {@code allocpool.jmh.JmhMain} runs one of them; what belongs together is told in the
 * course's {@code buffers.toml}.
 */
package allocpool.allocator.bench;
