package dev.rota.bots;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * What a job needs or a bot has: pairs, each once, ascending.
 *
 * @param pairs sorted and unique; build with {@link #of}
 */
public record Properties(List<Pair> pairs) {
  public static final Properties NONE = new Properties(List.of());

  public static Properties of(Collection<Pair> pairs) {
    return pairs.isEmpty() ? NONE : new Properties(List.copyOf(new TreeSet<>(pairs)));
  }

  /** Those of these keys. */
  Properties only(Collection<String> keys) {
    return of(pairs.stream().filter(pair -> keys.contains(pair.key())).toList());
  }

  /** Those of other keys. */
  Properties without(Collection<String> keys) {
    return of(pairs.stream().filter(pair -> !keys.contains(pair.key())).toList());
  }

  Properties and(Properties more) {
    TreeSet<Pair> all = new TreeSet<>(pairs);
    all.addAll(more.pairs);
    return of(all);
  }

  /** Ascending. */
  List<String> values(String key) {
    return pairs.stream().filter(pair -> pair.key().equals(key)).map(Pair::value).toList();
  }

  boolean containsAll(Properties needed) {
    return needed.pairs.isEmpty() || missing(needed).isEmpty();
  }

  /** What is needed and not here, ascending. */
  List<Pair> missing(Properties needed) {
    TreeSet<Pair> missing = new TreeSet<>(needed.pairs);
    pairs.forEach(missing::remove);
    return List.copyOf(missing);
  }
}
