package dev.rota.bots;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Jobs that wait for the same: of one instance, one label and one requirement. */
final class Bin {
  /** What is the same about them. */
  record Key(String instance, String label, Properties needs) {}

  final int id;
  final Key key;
  final String pool;

  /** Whether the assigner serves the instance. */
  final boolean served;

  final TreeSet<Job> byPriority = new TreeSet<>(Job.BY_PRIORITY);
  final TreeSet<Job> byAge = new TreeSet<>(Job.BY_AGE);

  /** Bots that can run them, free or not. */
  final List<BotClass> kinds = new ArrayList<>();

  Bin(int id, Key key, String pool, boolean served) {
    this.id = id;
    this.key = key;
    this.pool = pool;
    this.served = served;
  }

  boolean isEmpty() {
    return byPriority.isEmpty();
  }

  Job first(boolean age) {
    return age ? byAge.first() : byPriority.first();
  }
}
