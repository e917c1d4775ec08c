package dev.rota.lines;

import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/** Which branch of a union a JSON value is, by the rules of the lines. */
final class Unions {
  private Unions() {}

  /** Whether a record of this union is written with its name: only when there are several. */
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

  /** The record of this short or full name. */
  static Optional<Schema> named(Schema union, String name) {
    return records(union).stream()
        .filter(b -> b.getName().equals(name) || b.getFullName().equals(name))
        .findFirst();
  }
}
