package dev.rota.base.lines;

import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/** Selects the branch of a union for a JSON value. */
final class UnionSelector {
  private UnionSelector() {}

  /** Returns true if records of this union are written with their names: if there are several. */
  static boolean mustTell(Schema union) {
    boolean one = false;
    for (var branch : union.getTypes()) {
      if (branch.getType() == Schema.Type.RECORD) {
        if (one) {
          return true;
        }
        one = true;
      }
    }
    return false;
  }

  static List<Schema> records(Schema union) {
    return union.getTypes().stream().filter(b -> b.getType() == Schema.Type.RECORD).toList();
  }

  static Optional<Schema> ofType(Schema union, Schema.Type type) {
    return union.getTypes().stream().filter(b -> b.getType() == type).findFirst();
  }

  /** Finds a record by its short or full name. */
  static Optional<Schema> named(Schema union, String name) {
    return records(union).stream()
        .filter(b -> b.getName().equals(name) || b.getFullName().equals(name))
        .findFirst();
  }
}
