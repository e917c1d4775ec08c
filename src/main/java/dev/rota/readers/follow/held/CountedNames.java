package dev.rota.readers.follow.held;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names by number, as long as somebody uses them. Not thread-safe. */
final class CountedNames {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> users = new ArrayList<>();
  private final Deque<Integer> free = new ArrayDeque<>();

  /** The number of a name, which has one user more; -1 for null. */
  int take(String name) {
    if (name == null) {
      return -1;
    }
    int number = numbers.computeIfAbsent(name, this::add);
    users.set(number, users.get(number) + 1);
    return number;
  }

  private int add(String name) {
    if (free.isEmpty()) {
      names.add(name);
      users.add(0);
      return names.size() - 1;
    }
    int number = free.removeFirst();
    names.set(number, name);
    return number;
  }

  /** It has one user less. Without any it is forgotten, and its number is given to another. */
  void drop(int number) {
    if (number >= 0 && users.set(number, users.get(number) - 1) == 1) {
      numbers.remove(names.set(number, null));
      free.addFirst(number);
    }
  }

  /** Null for -1. */
  String name(int number) {
    return number < 0 ? null : names.get(number);
  }
}
