package dev.rota.shards;

import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What falls due in a pool, C1: of one instant, by kind and then by name. */
final class Deadlines {
  /** F7: a lease is lost; by its shard. */
  static final String LEASE = "lease";

  /** F4: a worker is gone; by its name. */
  static final String SESSION = "session";

  /** D4: leases that are still out are revoked; there is one of it, without a name. */
  static final String STOP = "stop";

  private final TreeSet<Deadline> pending = new TreeSet<>();

  void set(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.add(new Deadline(atMillis, kind, id));
    }
  }

  void clear(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.remove(new Deadline(atMillis, kind, id));
    }
  }

  void move(long fromMillis, long toMillis, String kind, String id) {
    if (fromMillis != toMillis) {
      clear(fromMillis, kind, id);
      set(toMillis, kind, id);
    }
  }

  /** The first after another; null: the first of all. Null when there is none. */
  Deadline next(Deadline after) {
    if (after == null) {
      return pending.isEmpty() ? null : pending.first();
    }
    return pending.higher(after);
  }

  /** In order. */
  List<Deadline> all() {
    return new ArrayList<>(pending);
  }
}
