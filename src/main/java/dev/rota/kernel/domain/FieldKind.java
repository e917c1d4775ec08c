package dev.rota.kernel.domain;

import dev.rota.kernel.domain.RecordFields.OutOfRange;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a kind of field of {@link RecordFields} is in a row, in an answer and in an input.
 *
 * @param row its bytes
 * @param told what an answer shows
 * @param said what becomes of an input's value
 * @param min of a number
 * @param max of a number
 */
public record FieldKind<T>(
    Codec<T> row, Function<T, Object> told, Function<Object, T> said, long min, long max) {
  public static final FieldKind<Long> NUMBER = of(Codec.NUMBER, n -> n, said -> (Long) said);
  public static final FieldKind<Integer> INTEGER =
      of(Codec.of((n, out) -> out.number(n), FieldReader::integer), n -> n, said -> (Integer) said);
  public static final FieldKind<Boolean> FLAG =
      of(
          Codec.of((flag, out) -> out.flag(flag), FieldReader::flag),
          flag -> flag,
          said -> (Boolean) said);
  static final FieldKind<Double> DECIMAL =
      of(
          Codec.of(
              (number, out) -> out.number(Double.doubleToLongBits(number)),
              in -> Double.longBitsToDouble(in.number())),
          number -> number,
          said -> (Double) said);
  public static final FieldKind<String> TEXT = of(Codec.PLAIN, text -> text, said -> (String) said);
  public static final FieldKind<List<String>> TEXTS = list(TEXT);

  public static <T> FieldKind<T> of(
      Codec<T> row, Function<T, Object> told, Function<Object, T> said) {
    return new FieldKind<>(row, told, said, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** One of two symbols, as a flag. */
  public static FieldKind<Boolean> symbols(String yes, String no) {
    return of(FLAG.row, flag -> flag ? yes : no, yes::equals);
  }

  public static <T> FieldKind<List<T>> list(FieldKind<T> item) {
    return of(
        Codec.of((list, out) -> out.list(list, item.row), in -> in.list(item.row)),
        list -> list.stream().map(item.told).toList(),
        said -> ((List<?>) said).stream().<T>map(item.said).toList());
  }

  /** The same, or null. */
  public FieldKind<T> optional() {
    return of(
        Codec.of((value, out) -> out.optional(value, row), in -> in.optional(row)), told, said);
  }

  /** The same within a range. */
  public FieldKind<T> from(long least, long most) {
    return new FieldKind<>(row, told, said, least, most);
  }

  /** Returns the field if its number is out of range. */
  public Optional<OutOfRange> outOfRange(String name, T value) {
    if (value instanceof Double number) {
      return number >= min && number <= max
          ? Optional.empty()
          : Optional.of(
              new OutOfRange(
                  name,
                  DecimalText.text(number),
                  DecimalText.text((double) min),
                  DecimalText.text((double) max)));
    }
    return value instanceof Number number && (number.longValue() < min || number.longValue() > max)
        ? Optional.of(
            new OutOfRange(name, number.toString(), Long.toString(min), Long.toString(max)))
        : Optional.empty();
  }
}
