/**
 * What two threads may see of a pool: each object has one user at a time, and whoever
 * gets it sees what was done to it before.
 */
package allocpool.pools.jcstress;
