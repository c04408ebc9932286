/**
 * The items of a packet's time, measured one by one: the analyser's turn, with what it
 * does to memory and little else, and with one thing taken away at a time.
 */
package allocpool.account;
