/**
 * Pools of well-known libraries, behind our interface: Netty's recycler, Stormpot and
 * Apache Commons Pool. Each is configured to keep every object, and to omit all optional
 * checks.
 */
package allocpool.pools.peers;
