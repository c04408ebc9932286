/**
 * Queues of clock ticks from one producer to one consumer, and how Java gets at them.
 *
 * <p>The native library {@code queues} fills a block of memory from a thread outside of
 * the virtual machine. Java reads that block itself, with acquire loads and release
 * stores, or asks the library for the numbers by calls. Two of the queues have a writing
 * end in Java, too, so that they can be compared with those of well-known libraries, and
 * tested without native code.
 */
package allocpool.queues;
