package allocpool.queues.bench;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A program's contestants, by the names of queue and binding. */
public final class Roster {
  private final Map<String, Map<String, Supplier<Contestant>>> bindings =
      new LinkedHashMap<>();

  /** Makes an empty roster. */
  public Roster() {}

  /**
   * Adds a contestant.
   *
   * @param queue the queue's name
   * @param binding the binding's name
   * @param contestant makes it, when it is needed; nothing is loaded earlier
   * @return this roster
   */
  public Roster add(String queue, String binding, Supplier<Contestant> contestant) {
    bindings.computeIfAbsent(binding, name -> new LinkedHashMap<>())
        .put(queue, contestant);
    return this;
  }

  /** Returns all bindings. */
  Set<String> bindings() {
    return bindings.keySet();
  }

  /** Returns a binding's queues; none if there is no such binding. */
  Set<String> queues(String binding) {
    return bindings.getOrDefault(binding, Map.of()).keySet();
  }

  /** Returns all contestants, as queue/binding. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    bindings.forEach((binding, queues) ->
        queues.keySet().forEach(queue -> names.add(queue + "/" + binding)));
    return names;
  }

  /** Makes a contestant that is in the roster. */
  Contestant contestant(String queue, String binding) {
    return bindings.get(binding).get(queue).get();
  }
}
