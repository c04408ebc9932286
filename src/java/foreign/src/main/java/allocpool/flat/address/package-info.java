/**
 * Packets without objects, named by their addresses: a word of memory leads to a packet
 * as a pointer of C does, and the processor sees that it does. One mapping of the system
 * holds the packets and all that names them; a function of C prefetches, for which Java
 * has no word. The price is Java's safety: nothing checks where an address leads.
 */
package allocpool.flat.address;
