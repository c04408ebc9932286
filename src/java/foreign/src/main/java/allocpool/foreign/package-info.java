/**
 * Packets outside the Java heap, with the foreign memory API: their bytes are in one
 * memory segment, whose arena determines their lifetime and the threads that may access
 * them.
 */
package allocpool.foreign;
