/** The guarantees of the clock's two arrays for two threads. */
package allocpool.clock.jcstress;
