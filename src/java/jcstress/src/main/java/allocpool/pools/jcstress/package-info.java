/**
 * The guarantees of a pool for two threads: each object has one user at a time, and a
 * thread that gets one sees all earlier changes to it. Classes that test the same
 * property of different pools share no code: jcstress needs state, actors and outcomes in
 * one class, and so each one can be read on its own.
 */
package allocpool.pools.jcstress;
