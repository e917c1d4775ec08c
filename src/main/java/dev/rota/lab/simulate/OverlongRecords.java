package dev.rota.lab.simulate;

import dev.rota.base.avro.FieldLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Makes records of which one field is larger than its schema allows. */
record OverlongRecords(String laneField, SplittableRandom random) {
  private static final int BYTES_MAX = 1 << 16;
  private static final int ITEMS_MAX = 2_000;

  /** Returns a copy with a field beyond its limit; null: no field of it can be. */
  SpecificRecord of(SpecificRecord record) {
    SpecificRecord copy = SpecificData.get().deepCopy(record.getSchema(), record);
    List<Runnable> ways = new ArrayList<>();
    look(copy, ways);
    if (ways.isEmpty()) {
      return null;
    }
    ways.get(random.nextInt(ways.size())).run();
    return copy;
  }

  private void look(IndexedRecord record, List<Runnable> ways) {
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      int bytes = limit(field, FieldLimits.BYTES);
      int items = limit(field, FieldLimits.ITEMS);
      if (field.name().equals(laneField)) {
        continue; // another name is another fault
      }
      if (value instanceof IndexedRecord within) {
        look(within, ways);
      } else if (value instanceof String && bytes > 0) {
        ways.add(() -> record.put(field.pos(), "x".repeat(bytes + 1)));
      } else if (value instanceof ByteBuffer && bytes > 0 && bytes < BYTES_MAX) {
        ways.add(() -> record.put(field.pos(), ByteBuffer.allocate(bytes + 1)));
      } else if (value instanceof Map<?, ?> map && !map.isEmpty() && bytes > 0) {
        ways.add(() -> record.put(field.pos(), keyed(map, "x".repeat(bytes + 1))));
      } else if (value instanceof Collection<?> list && !list.isEmpty()) {
        list.forEach(
            one -> {
              if (one instanceof IndexedRecord within) {
                look(within, ways);
              }
            });
        if (items > 0 && items < ITEMS_MAX) {
          ways.add(() -> record.put(field.pos(), repeated(list, items + 1)));
        }
      }
    }
  }

  private static Map<String, Object> keyed(Map<?, ?> map, String key) {
    return Map.of(key, map.values().iterator().next());
  }

  private static List<Object> repeated(Collection<?> list, int items) {
    Object one = list.iterator().next();
    return new ArrayList<>(Collections.nCopies(items, one));
  }

  private static int limit(Schema.Field field, String property) {
    return field.getObjectProp(property) instanceof Number limit ? limit.intValue() : 0;
  }
}
