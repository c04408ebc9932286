/**
 * Allocators of byte buffers: one allocates, one pools, and one checks the use of
 * another. A program gets its buffers from a {@link allocpool.allocator.BufferAllocator}
 * and need not know which kind it is.
 */
package allocpool.allocator;
