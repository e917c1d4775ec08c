package dev.rota.kernel.domain;

import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be done with {@link RecordFields}. */
final class FieldVisitors {
  private FieldVisitors() {}

  static <R> Codec<R> codec(RecordFields<R> fields, R any, Codec<Long> decimals) {
    return Codec.of(
        (record, out) -> fields.visit(record, new Written(out, decimals)),
        in -> fields.visit(any, new Read(in, decimals)));
  }

  private record Written(FieldWriter out, Codec<Long> decimals) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      kind.row().write(value, out);
      return value;
    }

    @Override
    public double decimal(String name, double value, double min, double max) {
      decimals.write(Double.doubleToLongBits(value), out);
      return value;
    }
  }

  private record Read(FieldReader in, Codec<Long> decimals) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      return kind.row().read(in);
    }

    @Override
    public double decimal(String name, double value, double min, double max) {
      return Double.longBitsToDouble(decimals.read(in));
    }
  }

  static <R> Map<String, Object> told(RecordFields<R> fields, R record) {
    Map<String, Object> told = new LinkedHashMap<>();
    fields.visit(record, new Told(told));
    return told;
  }

  private record Told(Map<String, Object> fields) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      fields.put(name, value == null ? null : kind.told().apply(value));
      return value;
    }

    @Override
    public double decimal(String name, double value, double min, double max) {
      fields.put(name, value);
      return value;
    }
  }

  record Said(Map<?, ?> fields) implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      Object said = fields.get(name);
      return said == null ? value : kind.said().apply(said);
    }

    @Override
    public double decimal(String name, double value, double min, double max) {
      return fields.get(name) instanceof Double said ? said : value;
    }
  }

  static <R> List<OutOfRange> outOfRange(RecordFields<R> fields, R record) {
    Checked checked = new Checked(new ArrayList<>(), new ArrayList<>());
    fields.visit(record, checked);
    checked.whole.addAll(checked.decimals);
    return checked.whole;
  }

  private record Checked(List<OutOfRange> whole, List<OutOfRange> decimals)
      implements FieldVisitor {
    @Override
    public <T> T value(String name, T value, FieldKind<T> kind) {
      kind.outOfRange(name, value).ifPresent(whole::add);
      return value;
    }

    @Override
    public double decimal(String name, double value, double min, double max) {
      if (!(value >= min && value <= max)) {
        decimals.add(
            new OutOfRange(name, Decimal.text(value), Decimal.text(min), Decimal.text(max)));
      }
      return value;
    }
  }
}
