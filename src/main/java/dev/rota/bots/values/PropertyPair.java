package dev.rota.bots.values;

/** One property: a key and one of its values. */
public record PropertyPair(String key, String value) implements Comparable<PropertyPair> {
  @Override
  public int compareTo(PropertyPair other) {
    int byKey = key.compareTo(other.key);
    return byKey != 0 ? byKey : value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
