/**
 * Packets in regions: those of a batch share an arena of the foreign memory API, and
 * their memory ends with it. What is kept for longer is copied out.
 */
package allocpool.region;
