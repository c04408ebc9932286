/**
 * Pools of well-known libraries, behind the interface of ours: Netty's recycler, Stormpot
 * and Apache Commons Pool. Each is told to keep what it is given, and to check nothing
 * that it can be asked not to check.
 */
package allocpool.pools.peers;
