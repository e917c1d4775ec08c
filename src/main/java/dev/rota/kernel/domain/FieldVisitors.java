package dev.rota.kernel.domain;

import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is done with the fields of a record. */
final class FieldVisitors {
  private FieldVisitors() {}

  /** Writes the row. */
  static final class RowFieldWriter implements FieldVisitor {
    private final FieldWriter out;

    /** Later fields that are as they were before: written if another one follows. */
    private final List<Runnable> unsaid = new ArrayList<>();

    RowFieldWriter(FieldWriter out) {
      this.out = out;
    }

    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      unsaid.forEach(Runnable::run);
      unsaid.clear();
      kind.row().write(value, out);
      return value;
    }

    @Override
    public <T> T added(String name, T value, T before, FieldKind<T> kind) {
      if (!value.equals(before)) {
        return value(name, value, kind);
      }
      unsaid.add(() -> kind.row().write(value, out));
      return value;
    }
  }

  /** Reads the row. */
  record RowFieldReader(FieldReader in) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      return kind.row().read(in);
    }

    @Override
    public <T> T added(String name, T value, T before, FieldKind<T> kind) {
      return in.hasMore() ? value(name, value, kind) : before;
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
