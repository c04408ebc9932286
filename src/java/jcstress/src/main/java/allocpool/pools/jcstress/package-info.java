/**
 * What two threads may see of a pool: each object has one user at a time, and whoever
 * gets it sees what was done to it before. Classes that say the same of different pools
 * stay whole: jcstress wants state, actors and outcomes in one class, and who reads one
 * has all of the test before them.
 */
package allocpool.pools.jcstress;
