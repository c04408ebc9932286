/**
 * Packets without objects, with the foreign memory API: their slab is a memory segment
 * that is freed when it is closed, and the system can be asked to back it with huge
 * pages.
 */
package allocpool.flat.foreign;
