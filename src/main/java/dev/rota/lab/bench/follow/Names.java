package dev.rota.lab.bench.follow;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;

/** What in a record may be the name of a thing: its texts and whole numbers. */
final class Names {
  private final Set<String> all = new LinkedHashSet<>();

  Set<String> all() {
    return all;
  }

  void of(Object value) {
    if (value instanceof IndexedRecord record) {
      record.getSchema().getFields().forEach(field -> of(record.get(field.pos())));
    } else if (value instanceof List<?> list) {
      list.forEach(this::of);
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(this::of);
    } else if (value instanceof CharSequence || value instanceof Integer || value instanceof Long) {
      all.add(value.toString());
    }
  }
}
