package dev.rota.testing.likeness;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.NameTable;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Compares two objects and all that they refer to, field by field. A field that is added to a class
 * is compared from then on. What may differ is named here, with its reason.
 *
 * <p>Lists, sorted and linked collections are compared in order. Other sets and maps have none. An
 * object of this program that has no equality of its own must be the same one wherever it is found.
 */
public final class Likeness {
  /**
   * Two values to compare.
   *
   * @param step the field, index or key that leads to them from the pair around; null: the first
   */
  private record Pair(Object one, Object other, Pair around, Object step) {
    /** Only for who finds a difference: to write it for each value takes longer than to compare. */
    String path() {
      if (step == null) {
        return around == null ? "" : around.path();
      }
      return around.path()
          + (step instanceof Field field ? "." + field.getName() : "[" + step + "]");
    }
  }

  private static final Object SKIPPED = "";

  private final String home;
  private final Map<Field, UnaryOperator<Object>> fields = new HashMap<>();
  private final Map<Class<?>, Function<Object, Object>> forms = new HashMap<>();

  /** Creates a comparison that knows no exception. */
  public Likeness() {
    this("");
  }

  /**
   * Creates a comparison whose exceptions name fields in this package, {@code room.Class.field}.
   */
  public Likeness(String home) {
    this.home = home;
    // It is kept while a lane opens.
    fields.put(Fields.named(Tables.class, "sums"), _ -> SKIPPED);
    // Where a name lies depends on those that came and went.
    Fields.areAll(NameTable.class, "hashes", "pairs", "placed", "crowded");
    forms.put(NameTable.class, one -> ((NameTable<?>) one).sorted());
    // Rows are sorted when somebody reads them.
    Fields.areAll(TreeRows.class, "sorted", "fresh", "size");
    forms.put(TreeRows.class, one -> rows((TreeRows) one));
  }

  /** Key, value, key, value … */
  private static List<byte[]> rows(TreeRows rows) {
    return rows.page(KeySpan.startingWith(new byte[0]), Integer.MAX_VALUE).stream()
        .flatMap(row -> Stream.of(row.key(), row.value()))
        .toList();
  }

  /** Skips a field. */
  public Likeness without(String field, String reason) {
    return with(field, reason, _ -> SKIPPED);
  }

  /** Compares the forms of a field's values. */
  @SuppressWarnings("unchecked") // whoever names the field knows its type
  public <T> Likeness with(String field, String reason, Function<T, Object> form) {
    Objects.requireNonNull(reason);
    fields.put(Fields.named(home, field), value -> form.apply((T) value));
    return this;
  }

  /**
   * Compares the forms of a class in place of its fields.
   *
   * @param fields all fields of the class; a new one has to be looked at first
   */
  public <T> Likeness as(Class<T> type, Function<? super T, Object> form, String... fields) {
    Fields.areAll(type, fields);
    forms.put(type, one -> form.apply(type.cast(one)));
    return this;
  }

  /** Reads a field that only its class can read. */
  public static Object value(Object of, String field) {
    return Fields.value(Fields.named(of.getClass(), field), of);
  }

  /** The first difference with the path to it, or nothing. */
  public Optional<String> difference(Object one, Object other) {
    return new Walk().difference(one, other);
  }

  private final class Walk {
    private final ArrayDeque<Pair> todo = new ArrayDeque<>();
    private final IdentityHashMap<Object, Object> known = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Object> knownBack = new IdentityHashMap<>();
    private String found;

    Optional<String> difference(Object one, Object other) {
      todo.add(new Pair(one, other, null, null));
      while (found == null && !todo.isEmpty()) {
        compare(todo.removeFirst());
      }
      return Optional.ofNullable(found);
    }

    private void differ(Pair at, Object one, Object other) {
      if (found == null) {
        found = at.path() + " is " + one + ", and reopened " + other;
      }
    }

    private void compare(Pair at) {
      Object one = at.one;
      Object other = at.other;
      if (one == null || other == null || Fields.isPlain(one)) {
        if (!Objects.equals(one, other)) {
          differ(at, one, other);
        }
      } else if (one.getClass().isArray()) {
        array(at);
      } else if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> second) {
        map(at, map, second);
      } else if (one instanceof Set<?> set && other instanceof Set<?> second && !isOrdered(set)) {
        if (!set.equals(second)) {
          differ(at, set, second);
        }
      } else if (one instanceof Collection<?> all && other instanceof Collection<?> second) {
        inOrder(at, all, second);
      } else if (one.getClass() != other.getClass()) {
        differ(at, one.getClass(), other.getClass());
      } else if (isMet(at)) {
        object(at);
      }
    }

    /** Whether the objects are met for the first time. */
    private boolean isMet(Pair at) {
      Object one = at.one;
      Object other = at.other;
      if (Fields.hasIdentity(one.getClass())) {
        Object was = known.put(one, other);
        Object back = knownBack.put(other, one);
        if ((was != null || back != null) && (was != other || back != one)) {
          differ(at, "another object than before: " + one, other);
        }
        return was == null;
      }
      return known.put(one, other) != other;
    }

    private void object(Pair at) {
      Function<Object, Object> whole = forms.get(at.one.getClass());
      if (whole != null) {
        todo.addFirst(new Pair(whole.apply(at.one), whole.apply(at.other), at, null));
        return;
      }
      for (Field field : Fields.of(at.one.getClass())) {
        UnaryOperator<Object> form = fields.getOrDefault(field, UnaryOperator.identity());
        Object one = form.apply(Fields.value(field, at.one));
        Object other = form.apply(Fields.value(field, at.other));
        if (one != other) {
          todo.add(new Pair(one, other, at, field));
        }
      }
    }

    private void array(Pair at) {
      if (at.one instanceof Object[] one && at.other instanceof Object[] other) {
        inOrder(at, Arrays.asList(one), Arrays.asList(other));
      } else if (!Objects.deepEquals(at.one, at.other)) {
        differ(at, at.one, at.other);
      }
    }

    private void inOrder(Pair at, Collection<?> one, Collection<?> other) {
      if (one.size() != other.size()) {
        differ(at, "of " + one.size() + ": " + one, other.size() + ": " + other);
        return;
      }
      Iterator<?> others = other.iterator();
      int index = 0;
      for (Object each : one) {
        inside(at, index++, each, others.next());
      }
    }

    private void map(Pair at, Map<?, ?> one, Map<?, ?> other) {
      if (one instanceof SortedMap<?, ?> || one instanceof LinkedHashMap<?, ?>) {
        inOrder(at, List.copyOf(one.keySet()), List.copyOf(other.keySet()));
        inOrder(at, Arrays.asList(one.values().toArray()), Arrays.asList(other.values().toArray()));
      } else if (!one.keySet().equals(other.keySet())) {
        differ(at, one.keySet(), other.keySet());
      } else {
        one.forEach((key, value) -> inside(at, key, value, other.get(key)));
      }
    }

    /** Most of what is in collections is plain and equal, and needs no pair. */
    private void inside(Pair around, Object step, Object one, Object other) {
      if (one == null || !Fields.isPlain(one) || !one.equals(other)) {
        todo.add(new Pair(one, other, around, step));
      }
    }

    private static boolean isOrdered(Set<?> set) {
      return set instanceof SortedSet<?> || set instanceof LinkedHashSet<?>;
    }
  }
}
