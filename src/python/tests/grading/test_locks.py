"""Locks in compiled code: found where they are, and nowhere else."""

import struct

import pytest

from course.grading.checks import locks


@pytest.mark.parametrize(
    ("code", "lock"),
    [
        (b"\0pthread_mutex_lock\0", "pthread_mutex_lock"),
        (b"\0_Znwm\0pthread_rwlock_rdlock\0", "pthread_rwlock_rdlock"),
        (b"\0sem_timedwait\0", "sem_timedwait"),
        (b"\0mtx_lock\0", "mtx_lock"),
        (b"\0syscall\0", "syscall"),
        (b"\0pthread_create\0_ZN4Pool4mtx_E\0_ZN6systemE\0sem_post\0", None),
    ],
)
def test_object_files(code, lock) -> None:
    assert locks.in_object(code) == lock


def constant(text: str) -> bytes:
    return b"\x01" + struct.pack(">H", len(text)) + text.encode()


def class_file(*names: str, access: int = 1, code: bytes = b"\xb1") -> bytes:
    """A class with a field and a method, among constants of every kind."""
    constants = [
        *map(constant, names),
        *(bytes([tag]) + bytes(4) for tag in (3, 4, 9, 10, 11, 12, 17, 18)),
        *(bytes([tag]) + bytes(2) for tag in (7, 8, 16, 19, 20)),
        b"\x0f" + bytes(3),
    ]
    wide = [b"\x05" + bytes(8), b"\x06" + bytes(8)]  # each takes two places
    count = 1 + len(constants) + 2 * len(wide)
    attribute = struct.pack(">HI", 1, len(code)) + code
    field = struct.pack(">HHHH", 0x0020, 1, 1, 0)  # no method, so that is no lock
    method = struct.pack(">HHHH", access, 1, 1, 1) + attribute
    return b"".join(
        [
            bytes.fromhex("cafebabe 0000 0041"),
            struct.pack(">H", count),
            *wide,
            *constants,
            struct.pack(">HHHHH", 0x0020, 1, 1, 1, 1),  # of a class, that flag is no lock
            struct.pack(">H", 1) + field,
            struct.pack(">H", 1) + method,
            struct.pack(">H", 0),
        ]
    )


@pytest.mark.parametrize(
    ("code", "lock"),
    [
        (class_file("tryPush"), None),
        (class_file("java/util/concurrent/atomic/AtomicLong"), None),
        (class_file("Ljava/util/concurrent/TimeUnit;"), None),
        (class_file("java/util/concurrent/ThreadLocalRandom"), None),
        (class_file("java/util/concurrent/ConcurrentLinkedQueue"), None),
        (class_file("java/util/concurrent/CallableX"), "java.util.concurrent.CallableX"),
        (
            class_file("java/util/concurrent/TimeUnit", "java/util/concurrent/Phaser"),
            "java.util.concurrent.Phaser",
        ),
        (class_file("synchronized"), None),
        (class_file("tryPush", access=0x0021), "synchronized"),
        (class_file("tryPush", code=bytes.fromhex("2a 59 4c c2 b1")), "synchronized"),
        (class_file("tryPush", code=bytes.fromhex("2a 59 3a07 c2 b1")), "synchronized"),
        (class_file("tryPush", code=bytes.fromhex("2a 59 4c c3 b1")), None),
        (
            class_file("Ljava/util/concurrent/locks/ReentrantLock;"),
            "java.util.concurrent.locks.ReentrantLock",
        ),
        (class_file("java/util/concurrent/Semaphore"), "java.util.concurrent.Semaphore"),
    ],
)
def test_class_files(code, lock) -> None:
    assert locks.in_class(code) == lock
