/**
 * Packets outside of the Java heap once more, by the foreign memory API: their bytes lie
 * in one memory segment, whose arena says how long they live and who may touch them.
 */
package allocpool.foreign;
