"""What a Java submission may not refer to is seen in its class files, wherever it stands."""

import subprocess
from types import SimpleNamespace

import pytest

from course import paths
from course.grading.checks import java, java_orders
from course.grading.checks.class_file import ClassFile, Use
from course.grading.checks.java_orders import Orders
from course.grading.checks.java_permitted import Permitted
from course.toolchain import jdks

LIBRARY = paths.ROOT / "exercises" / "lib"
JDK = jdks.compiling()

pytestmark = [pytest.mark.slow, pytest.mark.skipif(JDK is None, reason="no JDK")]

SOURCE = """\
package exercise;
class Exits { void f(int n) { switch (n) { case 1: n++; case 7: System.exit(n); default: } } }
class ByReference { Runnable f = System::gc; }
class ByLambda { Runnable f = () -> Runtime.getRuntime().halt(0); }
class Reflects { Object f() throws Exception { return Class.forName("x").getMethods(); } }
class Extends extends Thread {}
class InAnArray { Object f = new java.io.File[3]; }
class Waits { void f() throws Exception { this.wait(); } }
class Handles { Object f() throws Exception {
  return java.lang.invoke.MethodHandles.lookup().findClass("x"); } }
class Direct { Object f = java.nio.ByteBuffer.allocateDirect(8); }
class Blocks { void f() { long a = 1L << 40; double b = 2.5; synchronized (this) { a += b; } } }
class Method { synchronized void f() {} }
class Locks { Object f = new java.util.concurrent.locks.ReentrantLock(); }
class Vectors { Object f = new java.util.Vector<String>(); }
class Ends { protected void finalize() {} }
class Describes { Object f = java.lang.constant.MethodTypeDesc.ofDescriptor("()V"); }
class DescribesAnEnum { Object f = Enum.EnumDesc.ofNamed(null, "x", null); }
class Wraps { Object f = java.util.Collections.synchronizedList(new java.util.ArrayList<>()); }
class Pools { Object f = java.util.concurrent.ForkJoinPool.commonPool(); }
class Halves { void f(long[] all) { java.util.Arrays.parallelSort(all); } }
class Prints extends RuntimeException { void f() { printStackTrace(); } }
class Throws extends RuntimeException {
  Throws(int n) { super("not " + n); }
  static final class Worse extends Throws { Worse() { super(2); } }
  static void f(int n) { throw n > 1 ? new Throws(n) : new Worse(); }
}
class Adds { static class E extends RuntimeException {} static class F extends E {}
  void f(F all) { all.addSuppressed(all); } }
class Queues { Object f = new java.util.concurrent.ConcurrentLinkedQueue<Long>(); }
class Streams { Object f = java.util.stream.Stream.of(1)
  .collect(java.util.stream.Collectors.toConcurrentMap(x -> x, x -> x)); }
class Free implements AutoCloseable, java.io.Serializable {
  sealed interface Side {}
  record Left(java.nio.ByteBuffer all) implements Side {}
  record Right(java.nio.LongBuffer all) implements Side {}
  public void close() {}
  static long first(Side side) {
    return switch (side) {
      case Left(var all) -> all.getLong(0);
      case Right right -> right.all.get(0);
    };
  }
  static final java.lang.invoke.VarHandle H =
      java.lang.invoke.MethodHandles.arrayElementVarHandle(long[].class);
  final java.util.concurrent.atomic.AtomicLong count = new java.util.concurrent.atomic.AtomicLong();
  volatile long last;
  long f(long[] all, long n) {
    Thread.onSpinWait();
    if (n < 0) { throw new IllegalArgumentException("less than 0: " + n); }
    return Math.floorMod((long) H.getAcquire(all, 0), 3) + java.util.Arrays.hashCode(all);
  }
}
class Ordered {
  static class Namesake {
    volatile long count;
    static void yield() { java.lang.invoke.VarHandle.fullFence(); }
  }
  static class Held { volatile long held; }
  static class Holder extends Held {}
  abstract static class Step { abstract void go(); }
  static class Fence extends Step { void go() { java.lang.invoke.VarHandle.fullFence(); } }
  interface Asks { long ask(); }
  static final java.util.concurrent.atomic.AtomicIntegerArray ONE =
      new java.util.concurrent.atomic.AtomicIntegerArray(1);
  final java.util.concurrent.atomic.AtomicLong total = new java.util.concurrent.atomic.AtomicLong();
  final Asks asks = () -> total.get();
  final java.util.function.LongConsumer tells = n -> total.set(n);
  final Holder holder = new Holder();
  long count;
  void byField() { holder.held = holder.held + 1; }
  void byNamesake() { count = count + 1; }
  int byLength() { return ONE.length(); }
  void byLibrary() { Thread.yield(); }
  void byHeir(Step step) { step.go(); }
  long byLambda() { return asks.ask(); }
  void byFunction() { tells.accept(1); }
  void byAtomic() { total.incrementAndGet(); }
}
class Named {
  interface Name { String name(); }
  static class E extends RuntimeException implements Name { public String name() { return "x"; } }
  void f() { throw new E(); }
}
class ByInterface {
  interface Caused { Throwable getCause(); }
  static class E extends RuntimeException implements Caused {}
  Object f(Caused door) { return door.getCause(); }
}
class Formats { String f(int n) { return String.format("%d", n); } }
class Lambdas { int f(int n) {
  java.util.function.IntUnaryOperator up = x -> x + n;
  for (int i = 0; i < 9; i++) { up = up.andThen(x -> x - n).compose(x -> x * n); }
  return up.andThen(x -> 2 * x).andThen(x -> 3 * x).andThen(x -> 4 * x).applyAsInt(n);
} }
class Honest<TList> {
  record Pair(int one, String other) {}
  enum Colour { RED, GREEN }
  static final java.lang.invoke.VarHandle H =
      java.lang.invoke.MethodHandles.arrayElementVarHandle(long[].class);
  static final java.util.function.IntUnaryOperator UP = x -> x + 1;
  final java.util.concurrent.atomic.AtomicLong count = new java.util.concurrent.atomic.AtomicLong();
  volatile TList list;
  long finalize(long hash) { return hash ^ hash >>> 33; }
  Object f(Object o, Colour c) throws Exception {
    Thread.onSpinWait();
    var sum = java.util.stream.IntStream.range(0, 9).map(UP).boxed().toList();
    System.out.printf("%s %d%n", new Pair(1, "x" + o), System.nanoTime());
    if (o instanceof java.util.Map.Entry<?, ?> e) { return e.getKey(); }
    if (o instanceof String s) { return new java.util.StringTokenizer(s).nextToken(); }
    return switch (c) { case RED -> sum; case GREEN -> new int[2][3].clone(); };
  }
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    """Name -> class files, those that stand inside of it first."""
    folder = tmp_path_factory.mktemp("classes")
    (folder / "All.java").write_text(SOURCE)
    javac = str(JDK.home / "bin" / "javac")
    words = [javac, "-XDstringConcat=inline", "-nowarn", "-g", "-d", ".", "All.java"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)

    def of(name: str) -> list[ClassFile]:
        files = sorted((folder / "exercise").glob(f"{name}*.class"))
        return [ClassFile(file.read_bytes()) for file in files]

    return of


EXCEPTION = "java.lang.RuntimeException"
PERMITTED = Permitted(LIBRARY, (), "exercise", ())
WITH_LOCKS = Permitted(LIBRARY, ("locks",), "exercise", ())


@pytest.mark.parametrize(
    ("name", "uses", "line"),
    [
        ("Exits", "java.lang.System.exit", 2),
        ("ByReference", "java.lang.System.gc", 3),
        ("ByLambda", "java.lang.Runtime.halt", 4),
        ("Reflects", "java.lang.Class.forName", 5),
        ("Extends", "java.lang.Thread", 6),
        ("InAnArray", "java.io.File", 7),
        ("Waits", "java.lang.Object.wait", 8),
        ("Handles", "java.lang.invoke.MethodHandles.Lookup.findClass", 10),
        ("Direct", "java.nio.ByteBuffer.allocateDirect", 11),
        ("Locks", "java.util.concurrent.locks.ReentrantLock", 14),
        ("Ends", "java.lang.Object.finalize", 16),
    ],
)
def test_what_is_refused(classes, name, uses, line) -> None:
    (file,) = classes(name)
    found = {str(use): file.lines.get(use) for use in PERMITTED.beyond(file)}
    assert found.get(uses) == line, found


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        *(("Blocks", "synchronized"), ("Method", "synchronized")),
        *(("Locks", "java.util.concurrent.locks.ReentrantLock"), ("Vectors", "java.util.Vector")),
        *(("Wraps", "java.util.Collections.synchronizedList"), ("Waits", "java.lang.Object.wait")),
        ("Streams", "java.util.stream.Collectors.toConcurrentMap"),
        ("Queues", "java.util.concurrent.ConcurrentLinkedQueue"),
        ("Halves", "java.util.Arrays.parallelSort"),
    ],
)
def test_locks_are_let_in_and_told_of(classes, name, uses) -> None:
    (file,) = classes(name)
    assert not WITH_LOCKS.beyond(file)
    assert uses in map(str, WITH_LOCKS.locks(file))


@pytest.mark.parametrize(
    ("name", "found"), [("Throws", []), ("Prints", [EXCEPTION]), ("Adds", [EXCEPTION])]
)
def test_an_exception_that_is_only_thrown_is_no_lock(classes, name, found) -> None:
    files = classes(name)
    permitted = Permitted(LIBRARY, ("locks",), "exercise", files)
    assert [str(use) for one in files for use in permitted.locks(one)] == found


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (b"package exercise;", True),
        (b"// of LifoPool\r\n/* ** / */ package /**/ exercise ;", True),
        (b"package exercises;", False),
        (b"package exercise/**/.pool;", False),
        (b"package exercise", True),  # what is missing there, javac says
        (b"@Deprecated class LifoPool {}", False),
        (b"/*" * 30_000, False),
    ],
)
def test_the_line_that_names_the_package(text, ours) -> None:
    assert bool(java._PACKAGE.match(text)) is ours


def test_no_threads_are_let_in_with_locks(classes) -> None:
    (file,) = classes("Pools")
    assert "java.util.concurrent.ForkJoinPool.commonPool" in map(str, WITH_LOCKS.beyond(file))


ATOMIC = java_orders.ATOMIC


@pytest.mark.parametrize(("top", "found"), [("Object", set()), (f"{ATOMIC}X", {"reads"})])
def test_many_ways_up_to_a_class(top, found) -> None:
    """Two interfaces on each of 60 levels have 2**60."""
    parents = {
        f"{side}{level}": [f"A{level + 1}", f"B{level + 1}"] for level in range(60) for side in "AB"
    } | {"B60": [top], "Ring": ["Object"]}
    calls = {(Use("A0", "get"), False)}
    files = [
        SimpleNamespace(
            **{"name": name, "parents": above, "fields": (), "volatile": (), "implemented": ()},
            of_method=lambda method, name=name: calls if (name, method) == ("Ring", "f") else (),
        )
        for name, above in parents.items()
    ]
    assert Orders(files).of("Ring", "f") == found


@pytest.mark.parametrize(
    ("method", "found"),
    [
        ("byField", {"reads", "writes"}),
        ("byNamesake", set()),
        ("byLength", set()),
        ("byLibrary", set()),
        ("byHeir", {"reads", "writes"}),
        ("byLambda", {"reads"}),
        ("byFunction", {"writes"}),
        ("byAtomic", {"reads", "writes"}),
    ],
)
def test_orders_that_a_method_makes(classes, method, found) -> None:
    """By what it may reach, not by a field or a method of another class with the same name."""
    assert Orders(classes("Ordered")).of("exercise.Ordered", method) == found


@pytest.mark.parametrize(("name", "found"), [("Named", []), ("ByInterface", [EXCEPTION])])
def test_a_method_that_an_interface_asks_for_is_inherited(classes, name, found) -> None:
    files = classes(name)
    permitted = Permitted(LIBRARY, ("locks",), "exercise", files)
    assert [str(use) for one in files for use in permitted.locks(one)] == found


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("Free", java.RUNTIME_KB, java.MOST_LIBRARY_KB),
        ("Formats", java.FORMAT_KB, java.FORMAT_KB),
        ("Lambdas", 6 * java.LAMBDA_KB, java.MOST_LIBRARY_KB),
        ("Honest", java.MOST_LIBRARY_KB, java.MOST_LIBRARY_KB),
        ("Exits", 0, 0),
    ],
)
def test_what_the_library_takes_is_allowed_up_to_a_limit(classes, name, least, most) -> None:
    subject = SimpleNamespace(_classes=lambda: [(name, file) for file in classes(name)])
    assert least <= java.JavaSubject.library_kb.fget(subject) <= most


def test_honest_classes(classes) -> None:
    for file in classes("Honest"):
        assert not PERMITTED.beyond(file)
    for file in classes("Free"):
        assert not PERMITTED.locks(file)
    assert sum(file.lambdas for file in classes("Honest")) >= 1


def test_a_lambda_is_code_of_the_method_that_it_implements(classes) -> None:
    (file,) = classes("ByReference")
    assert ("java.lang.Runnable", "run", Use("java.lang.System", "gc")) in file.implemented


def test_what_a_method_refers_to_and_what_is_volatile(classes) -> None:
    file = next(one for one in classes("Honest") if "list" in one.volatile)
    assert (Use("java.lang.Thread", "onSpinWait"), False) in file.of_method("f")
    assert not file.of_method("g")
