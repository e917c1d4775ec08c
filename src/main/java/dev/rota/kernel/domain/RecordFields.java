package dev.rota.kernel.domain;

import dev.rota.kernel.table.Codec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one description of a record: each field with its name in the schema, its kind and its range.
 * The record's row, its answer, its check and what an input sets follow from it. The order of the
 * fields is that of the row; a field that comes later is {@link FieldVisitor#added} at its end.
 *
 * @param <R> the record
 */
@FunctionalInterface
public interface RecordFields<R> {
  /** Shows each field to the visitor, and returns the record of what the visitor gives back. */
  R visit(R record, FieldVisitor visitor);

  /** Gets a field's value, and gives back the one that takes its place. */
  interface FieldVisitor {
    <T> T value(String name, T value, FieldKind<T> kind);

    /**
     * A field that the record got later. Such fields are the last of a row. Rows from before lack
     * it, and a row that ends with such fields at what they were before is written without them: it
     * keeps its bytes. In a list, records have no rows of their own, and so no such fields.
     *
     * @param before its value in rows that lack it
     */
    default <T> T added(String name, T value, T before, FieldKind<T> kind) {
      return value(name, value, kind);
    }

    /** Boxes a double, which domains may not: a box may be printed, as each Java runtime likes. */
    default double decimal(String name, double value, long min, long max) {
      return value(name, value, FieldKind.DECIMAL.from(min, max));
    }
  }

  /** A field that is out of its range. */
  record OutOfRange(String name, String value, String min, String max) {}

  /**
   * Returns the encoding of the row.
   *
   * @param any a record whose values do not matter
   */
  default Codec<R> codec(R any) {
    return Codec.of(
        (record, out) -> visit(record, new FieldVisitors.RowFieldWriter(out)),
        in -> visit(any, new FieldVisitors.RowFieldReader(in)));
  }

  /** Returns the fields by name, as an answer shows them. */
  default Map<String, Object> told(R record) {
    Map<String, Object> told = new LinkedHashMap<>();
    visit(record, new FieldVisitors.FieldTeller(told));
    return told;
  }

  /** Returns the record with what an input says. A field that it leaves out keeps its value. */
  default R said(R before, Map<?, ?> said) {
    return visit(before, new FieldVisitors.InputFieldReader(said));
  }

  /** Returns what is out of range: first the whole numbers, then the others. */
  default List<OutOfRange> outOfRange(R record) {
    List<OutOfRange> wrong = new ArrayList<>();
    List<OutOfRange> decimals = new ArrayList<>();
    visit(record, new FieldVisitors.FieldRangeChecker(wrong, decimals));
    wrong.addAll(decimals);
    return wrong;
  }

  /**
   * Returns what numbers may be, by the names of their fields; those without a range are missing.
   *
   * @param any a record whose values do not matter
   */
  default Map<String, FieldRange> ranges(R any) {
    Map<String, FieldRange> ranges = new LinkedHashMap<>();
    var _ = visit(any, new FieldVisitors.FieldRangeTeller(ranges));
    return ranges;
  }

  /** Returns how such a record stands as a field of another one. */
  default FieldKind<R> kind(R any) {
    return FieldKind.of(codec(any), this::told, value -> said(any, (Map<?, ?>) value));
  }
}
