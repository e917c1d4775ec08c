package dev.rota.testing.likeness;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Sums up the arrays of numbers that an object refers to: the columns of what there is much of. */
public final class ArrayBytes {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final ArrayDeque<Object> next = new ArrayDeque<>();

  private ArrayBytes() {}

  /** The bytes of all elements, whether in use or not. */
  public static long of(Object root) {
    ArrayBytes all = new ArrayBytes();
    all.add(root);
    long bytes = 0;
    while (!all.next.isEmpty()) {
      bytes += all.take(all.next.poll());
    }
    return bytes;
  }

  private void add(Object value) {
    if (value != null && !Fields.isPlain(value) && seen.add(value)) {
      next.add(value);
    }
  }

  private long take(Object value) {
    switch (value) {
      case byte[] bytes -> {
        return bytes.length;
      }
      case char[] characters -> {
        return (long) Character.BYTES * characters.length;
      }
      case int[] numbers -> {
        return (long) Integer.BYTES * numbers.length;
      }
      case long[] numbers -> {
        return (long) Long.BYTES * numbers.length;
      }
      case Object[] some -> Arrays.asList(some).forEach(this::add);
      case Iterable<?> some -> some.forEach(this::add);
      case Map<?, ?> map -> {
        map.keySet().forEach(this::add);
        map.values().forEach(this::add);
      }
      default -> Fields.of(value.getClass()).forEach(field -> add(Fields.value(field, value)));
    }
    return 0;
  }
}
