package dev.rota.base.lines;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads a published record by field names, without generated classes. */
public final class AnswerRecord {
  private final IndexedRecord record;

  public AnswerRecord(IndexedRecord record) {
    this.record = record;
  }

  /** The name of its type, such as {@code Lease}. */
  public String kind() {
    return record.getSchema().getName();
  }

  /** The event of an outcome. */
  public AnswerRecord event() {
    return branch("event").orElseThrow();
  }

  /** A nested record, if present. */
  public Optional<AnswerRecord> branch(String name) {
    return Optional.ofNullable((IndexedRecord) field(name)).map(AnswerRecord::new);
  }

  /** The items of an array; empty if the field does not exist. */
  public List<?> list(String name) {
    return field(name) instanceof List<?> items ? items : List.of();
  }

  /** Returns true if the field exists and is not null. */
  public boolean has(String name) {
    return field(name) != null;
  }

  /** The field as text, or an empty string. */
  public String text(String name) {
    return Objects.toString(field(name), "");
  }

  /** A required whole number. */
  public long number(String name) {
    return ((Number) field(name)).longValue();
  }

  private Object field(String name) {
    Schema.Field field = record.getSchema().getField(name);
    return field == null ? null : record.get(field.pos());
  }
}
