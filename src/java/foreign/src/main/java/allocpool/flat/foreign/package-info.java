/**
 * Packets without objects once more, by the foreign memory API: their slab is a memory
 * segment that is freed when it is closed, and the system can be asked to back it by huge
 * pages.
 */
package allocpool.flat.foreign;
