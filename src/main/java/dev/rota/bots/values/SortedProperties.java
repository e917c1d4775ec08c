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
public final class SortedProperties {
  public static final SortedProperties NONE = new SortedProperties(List.of());

  private static final Codec<PropertyPair> PAIR =
      Codec.of(
          (pair, out) -> out.text(pair.key()).text(pair.value()),
          in -> new PropertyPair(in.text(), in.text()));

  public static final FieldKind<SortedProperties> KIND =
      FieldKind.of(
          Codec.of((all, out) -> out.list(all.pairs, PAIR), in -> ofSorted(in.list(PAIR))),
          SortedProperties::byKey,
          said -> of((Map<?, ?>) said));

  private final List<PropertyPair> pairs;

  /** Cached, since each job is looked up by its requirement. */
  private final int hash;

  private SortedProperties(List<PropertyPair> pairs) {
    this.pairs = pairs;
    this.hash = pairs.hashCode();
  }

  /** Returns properties as a record says them: texts by key. */
  public static SortedProperties of(Map<?, ?> said) {
    List<PropertyPair> pairs = new ArrayList<>();
    said.forEach(
        (key, values) ->
            ((List<?>) values)
                .forEach(value -> pairs.add(new PropertyPair((String) key, (String) value))));
    return of(pairs);
  }

  public static SortedProperties of(Collection<PropertyPair> pairs) {
    return pairs.isEmpty() ? NONE : new SortedProperties(List.copyOf(new TreeSet<>(pairs)));
  }

  /** The same of pairs that are unique and ascend as a rule: those of a row. */
  public static SortedProperties ofSorted(List<PropertyPair> pairs) {
    for (int i = 1; i < pairs.size(); i++) {
      if (pairs.get(i - 1).compareTo(pairs.get(i)) >= 0) {
        return of(pairs);
      }
    }
    return pairs.isEmpty() ? NONE : new SortedProperties(List.copyOf(pairs));
  }

  /** Returns the values by key, as a record says them. */
  public Map<String, List<String>> byKey() {
    Map<String, List<String>> values = new TreeMap<>();
    for (PropertyPair pair : pairs) {
      values.computeIfAbsent(pair.key(), _ -> new ArrayList<>()).add(pair.value());
    }
    return values;
  }

  public List<PropertyPair> pairs() {
    return pairs;
  }

  /** Returns the pairs with these keys. */
  SortedProperties only(Collection<String> keys) {
    return of(pairs.stream().filter(pair -> keys.contains(pair.key())).toList());
  }

  /** Returns the pairs without these keys. */
  SortedProperties without(Collection<String> keys) {
    return keys.isEmpty()
        ? this
        : of(pairs.stream().filter(pair -> !keys.contains(pair.key())).toList());
  }

  public SortedProperties and(SortedProperties more) {
    TreeSet<PropertyPair> all = new TreeSet<>(pairs);
    all.addAll(more.pairs);
    return of(all);
  }

  /** Returns the values of a key, ascending. */
  List<String> values(String key) {
    List<String> values = new ArrayList<>(1);
    for (PropertyPair pair : pairs) {
      if (pair.key().equals(key)) {
        values.add(pair.value());
      }
    }
    return values;
  }

  /** Returns how many values a key has. */
  int count(String key) {
    int count = 0;
    for (PropertyPair pair : pairs) {
      count += pair.key().equals(key) ? 1 : 0;
    }
    return count;
  }

  public boolean containsAll(SortedProperties needed) {
    return needed.pairs.isEmpty() || missing(needed).isEmpty();
  }

  /** Returns the needed pairs that are not here, ascending. */
  public List<PropertyPair> missing(SortedProperties needed) {
    TreeSet<PropertyPair> missing = new TreeSet<>(needed.pairs);
    pairs.forEach(missing::remove);
    return List.copyOf(missing);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof SortedProperties that
            && hash == that.hash
            && pairs.equals(that.pairs));
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
