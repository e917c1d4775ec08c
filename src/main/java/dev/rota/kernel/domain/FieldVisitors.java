package dev.rota.kernel.domain;

import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.List;
import java.util.Map;

/** What is done with the fields of a record. */
final class FieldVisitors {
  private FieldVisitors() {}

  /** Writes the row. */
  record RowFieldWriter(FieldWriter out) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      kind.row().write(value, out);
      return value;
    }
  }

  /** Reads the row. */
  record RowFieldReader(FieldReader in) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      return kind.row().read(in);
    }
  }

  /** Collects what an answer shows. */
  record FieldTeller(Map<String, Object> fields) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      fields.put(name, value == null ? null : kind.told().apply(value));
      return value;
    }
  }

  /** Takes what an input says. */
  record InputFieldReader(Map<?, ?> fields) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      Object said = fields.get(name);
      return said == null ? value : kind.said().apply(said);
    }
  }

  /** Collects what is out of range. */
  record FieldRangeChecker(List<OutOfRange> whole, List<OutOfRange> decimals)
      implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      List<OutOfRange> wrong = value instanceof Double ? decimals : whole;
      kind.outOfRange(name, value).ifPresent(wrong::add);
      return value;
    }
  }

  /** Collects what numbers may be. */
  record FieldRangeTeller(Map<String, FieldRange> ranges) implements FieldVisitor {
    /** Below 0 is what stands for none, which nobody says as a number. */
    private static final long NONE = -1;

    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      if (kind.min() != Long.MIN_VALUE || kind.max() != Long.MAX_VALUE) {
        ranges.put(name, new FieldRange(kind.min() == NONE ? 0 : kind.min(), kind.max()));
      }
      return value;
    }
  }
}
