package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.table.Codec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Properties that a job needs or a bot has: unique pairs, ascending. */
public final class Properties {
  public static final Properties NONE = new Properties(List.of());

  private static final Codec<Pair> PAIR =
      Codec.of(
          (pair, out) -> out.text(pair.key()).text(pair.value()),
          in -> new Pair(in.text(), in.text()));

  public static final FieldKind<Properties> KIND =
      FieldKind.of(
          Codec.of((all, out) -> out.list(all.pairs, PAIR), in -> ofSorted(in.list(PAIR))),
          Properties::byKey,
          said -> of((Map<?, ?>) said));

  private final List<Pair> pairs;

  /** Cached, since each job is looked up by its requirement. */
  private final int hash;

  private Properties(List<Pair> pairs) {
    this.pairs = pairs;
    this.hash = pairs.hashCode();
  }

  /** Returns properties as a record says them: texts by key. */
  public static Properties of(Map<?, ?> said) {
    List<Pair> pairs = new ArrayList<>();
    said.forEach(
        (key, values) ->
            ((List<?>) values).forEach(value -> pairs.add(new Pair((String) key, (String) value))));
    return of(pairs);
  }

  public static Properties of(Collection<Pair> pairs) {
    return pairs.isEmpty() ? NONE : new Properties(List.copyOf(new TreeSet<>(pairs)));
  }

  /** The same of pairs that are unique and ascend as a rule: those of a row. */
  public static Properties ofSorted(List<Pair> pairs) {
    for (int i = 1; i < pairs.size(); i++) {
      if (pairs.get(i - 1).compareTo(pairs.get(i)) >= 0) {
        return of(pairs);
      }
    }
    return pairs.isEmpty() ? NONE : new Properties(List.copyOf(pairs));
  }

  /** Returns the values by key, as a record says them. */
  public Map<String, List<String>> byKey() {
    Map<String, List<String>> values = new TreeMap<>();
    for (Pair pair : pairs) {
      values.computeIfAbsent(pair.key(), key -> new ArrayList<>()).add(pair.value());
    }
    return values;
  }

  public List<Pair> pairs() {
    return pairs;
  }

  /** Returns the pairs with these keys. */
  Properties only(Collection<String> keys) {
    return of(pairs.stream().filter(pair -> keys.contains(pair.key())).toList());
  }

  /** Returns the pairs without these keys. */
  Properties without(Collection<String> keys) {
    return keys.isEmpty()
        ? this
        : of(pairs.stream().filter(pair -> !keys.contains(pair.key())).toList());
  }

  public Properties and(Properties more) {
    TreeSet<Pair> all = new TreeSet<>(pairs);
    all.addAll(more.pairs);
    return of(all);
  }

  /** Returns the values of a key, ascending. */
  List<String> values(String key) {
    List<String> values = new ArrayList<>(1);
    for (Pair pair : pairs) {
      if (pair.key().equals(key)) {
        values.add(pair.value());
      }
    }
    return values;
  }

  /** Returns how many values a key has. */
  int count(String key) {
    int count = 0;
    for (Pair pair : pairs) {
      count += pair.key().equals(key) ? 1 : 0;
    }
    return count;
  }

  public boolean containsAll(Properties needed) {
    return needed.pairs.isEmpty() || missing(needed).isEmpty();
  }

  /** Returns the needed pairs that are not here, ascending. */
  public List<Pair> missing(Properties needed) {
    TreeSet<Pair> missing = new TreeSet<>(needed.pairs);
    pairs.forEach(missing::remove);
    return List.copyOf(missing);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Properties that && hash == that.hash && pairs.equals(that.pairs));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return pairs.toString();
  }
}
