/**
 * Well-known queues from one producer to one consumer, of JCTools and Agrona, behind the
 * ends of ours. Each is used in the quickest way that it offers.
 */
package allocpool.queues.peers;
