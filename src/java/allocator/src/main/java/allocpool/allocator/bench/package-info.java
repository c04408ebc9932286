/**
 * JMH benchmarks of the allocators, and of the rules for deciding whether to pool.
 * {@code allocpool.jmh.JmhMain} runs one of them; the course's {@code buffers.toml}
 * defines which of them form a comparison.
 */
package allocpool.allocator.bench;
