/**
 * A small HTTP/1.1 server that echoes what it is sent, with buffers that are allocated or
 * pooled. One thread does everything; a test names another one where it does.
 */
package allocpool.service;
