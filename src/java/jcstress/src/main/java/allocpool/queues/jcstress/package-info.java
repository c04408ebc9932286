/**
 * What two threads may see of a queue. Each class is a state that two actors use at the
 * same time, and lists the outcomes that there may be; jcstress makes millions of such
 * states, under every kind of compilation, and counts what came out.
 */
package allocpool.queues.jcstress;
