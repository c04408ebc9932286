/**
 * Packets in regions: a batch's packets share an arena of the foreign memory API, which
 * determines their lifetime. Packets that are kept for longer are copied out.
 */
package allocpool.region;
