/**
 * The consumer's side of the native clock: a thread outside the virtual machine emits
 * numbered ticks at a fixed interval, and no pause of a garbage collector can hold it up.
 * A consumer that cannot keep pace finds gaps in the numbers. A second clock needs no
 * thread: its reader computes from the time which ticks are due.
 */
package allocpool.clock;
