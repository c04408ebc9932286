/**
 * The native queues by the foreign memory and function interface: their memory is a
 * segment, and their functions are method handles.
 */
package allocpool.queues.foreign;
