/**
 * The guarantees of a buffer pool for two threads: a magazine has one taker, a buffer one
 * user at a time, and a thread that gets a buffer sees all earlier changes to it.
 */
package allocpool.allocator.jcstress;
