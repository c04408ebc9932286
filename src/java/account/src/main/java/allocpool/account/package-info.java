/**
 * The parts of a packet's time, measured one by one: the analyser's turn, reduced to its
 * effects on memory, and with one part removed at a time.
 */
package allocpool.account;
