/**
 * Allocators of buffers as programs use them: this course's, those of libraries, and none
 * at all. Each has an interface of its own; so what is compared is a turn: a buffer is
 * got, written to, read from and given back.
 */
package allocpool.allocator.peers;
