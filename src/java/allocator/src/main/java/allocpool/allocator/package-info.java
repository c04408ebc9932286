/**
 * Allocators of byte buffers: one that allocates, one that pools, and one that watches
 * over the use of another. A program gets its buffers by {@link
 * allocpool.allocator.BufferAllocator} and need not know which of them it has.
 */
package allocpool.allocator;
