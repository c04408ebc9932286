/**
 * The guarantees of a queue for two threads. Each class is a state that two actors use
 * concurrently, and lists the allowed outcomes; jcstress makes millions of such states,
 * under every kind of compilation, and counts the outcomes.
 */
package allocpool.queues.jcstress;
