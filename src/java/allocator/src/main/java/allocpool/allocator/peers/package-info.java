/**
 * Allocators of buffers as programs use them: this course's, those of libraries, and none
 * at all. Each has its own interface, so turns are compared: a buffer is allocated,
 * written to, read from and released.
 */
package allocpool.allocator.peers;
