/**
 * Well-known single-producer, single-consumer queues of JCTools and Agrona, behind our
 * interfaces. Each is used in its fastest way.
 */
package allocpool.queues.peers;
