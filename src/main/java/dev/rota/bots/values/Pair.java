package dev.rota.bots.values;

/** One property: a key and one of its values. */
public record Pair(String key, String value) implements Comparable<Pair> {
  @Override
  public int compareTo(Pair other) {
    int byKey = key.compareTo(other.key);
    return byKey != 0 ? byKey : value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
