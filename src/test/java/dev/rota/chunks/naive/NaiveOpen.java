package dev.rota.chunks.naive;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A listing of many records, some of which have come. */
final class NaiveOpen {
  /** What it makes of a dataset: the list to come. */
  static final class Wanted {
    final boolean whole;
    final TreeMap<String, Long> chunks = new TreeMap<>(NaiveName.BYTES);

    /** What its records removed, and is not there again. */
    final Set<String> gone = new HashSet<>();

    Wanted(boolean whole, Map<String, Long> listed) {
      this.whole = whole;
      chunks.putAll(whole ? Map.of() : listed);
    }
  }

  /** Its first part's. */
  final String dataset;

  final Map<String, Wanted> datasets = new TreeMap<>(NaiveName.BYTES);
  final TreeSet<Integer> came = new TreeSet<>();
  Integer parts;
  long atMillis;
  int added;
  int removed;
  int unchanged;
  int refused;

  NaiveOpen(String dataset) {
    this.dataset = dataset;
  }

  /** Those before this one that have not come, a hundred at most. */
  List<Integer> missing(int before) {
    return IntStream.range(0, before)
        .filter(part -> !came.contains(part))
        .limit(100)
        .boxed()
        .toList();
  }

  /** All that are known of and have not come. */
  List<Integer> missing() {
    return missing(parts == null ? came.last() + 1 : parts);
  }
}
