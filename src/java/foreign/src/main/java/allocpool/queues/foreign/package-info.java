/**
 * The native queues with the foreign function and memory API: their memory is a segment,
 * and their functions are method handles.
 */
package allocpool.queues.foreign;
