package dev.rota.lines;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** A record that a domain published, for who knows the names of its fields and no class of it. */
public final class AnswerRecord {
  private final IndexedRecord record;

  public AnswerRecord(IndexedRecord record) {
    this.record = record;
  }

  /** The name of its type, such as {@code Lease}. */
  public String kind() {
    return record.getSchema().getName();
  }

  /** The one of its branches that an outcome is. */
  public AnswerRecord event() {
    return branch("event").orElseThrow();
  }

  /** A record in it; empty where there is none. */
  public Optional<AnswerRecord> branch(String name) {
    return Optional.ofNullable((IndexedRecord) field(name)).map(AnswerRecord::new);
  }

  /** The items of an array, records as they are; none where there is no such field. */
  public List<?> list(String name) {
    return field(name) instanceof List<?> items ? items : List.of();
  }

  /** Whether it says anything there. */
  public boolean has(String name) {
    return field(name) != null;
  }

  /** Empty where there is none. */
  public String text(String name) {
    return Objects.toString(field(name), "");
  }

  /** A whole number that is there. */
  public long number(String name) {
    return ((Number) field(name)).longValue();
  }

  private Object field(String name) {
    Schema.Field field = record.getSchema().getField(name);
    return field == null ? null : record.get(field.pos());
  }
}
