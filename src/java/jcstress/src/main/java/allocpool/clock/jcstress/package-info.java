/** What two threads may see of the clock's two arrays. */
package allocpool.clock.jcstress;
