package dev.rota.swf;

import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** A record that a grid published, its fields by name. */
final class Answer {
  private final IndexedRecord record;

  Answer(IndexedRecord record) {
    this.record = record;
  }

  boolean isLease() {
    return record.getSchema().getName().equals("Lease");
  }

  /** The one of its branches that an outcome is. */
  Answer event() {
    return new Answer((IndexedRecord) field("event"));
  }

  String kind() {
    return record.getSchema().getName();
  }

  /** Empty where there is none. */
  String text(String name) {
    return Objects.toString(field(name), "");
  }

  long number(String name) {
    return ((Number) field(name)).longValue();
  }

  private Object field(String name) {
    Schema.Field field = record.getSchema().getField(name);
    return field == null ? null : record.get(field.pos());
  }
}
