/**
 * Queues of clock ticks from one producer to one consumer, and Java's ways to read them.
 *
 * <p>The native library {@code queues} fills a block of memory from a thread outside the
 * virtual machine. Java either reads that block itself, with acquire loads and release
 * stores, or calls the library for the numbers. Two of the queues also have a writing end
 * in Java, so that they can be compared with well-known libraries' queues, and tested
 * without native code.
 */
package allocpool.queues;
