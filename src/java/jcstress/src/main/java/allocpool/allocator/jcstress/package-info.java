/**
 * What two threads may see of a pool of buffers: a magazine has one taker, a buffer one
 * user at a time, and whoever gets it sees what was done to it before.
 */
package allocpool.allocator.jcstress;
