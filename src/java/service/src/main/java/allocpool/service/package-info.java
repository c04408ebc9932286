/**
 * A small HTTP/1.1 server that echoes its input, with allocated or pooled buffers. One
 * thread does everything; comments name the exceptions.
 */
package allocpool.service;
