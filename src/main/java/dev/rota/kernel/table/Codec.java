package dev.rota.kernel.table;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Encodes and decodes a value. Keys use only the sorting fields. */
public interface Codec<T> {
  void write(T value, FieldWriter fields);

  T read(FieldReader fields);

  static <T> Codec<T> of(BiConsumer<T, FieldWriter> write, Function<FieldReader, T> read) {
    return new Codec<>() {
      @Override
      public void write(T value, FieldWriter fields) {
        write.accept(value, fields);
      }

      @Override
      public T read(FieldReader fields) {
        return read.apply(fields);
      }
    };
  }

  /** Longs that sort numerically. */
  Codec<Long> LONG = of((value, fields) -> fields.sortedLong(value), FieldReader::sortedLong);

  /** Texts that sort by their UTF-8 bytes. */
  Codec<String> TEXT = of((value, fields) -> fields.sortedText(value), FieldReader::sortedText);

  /** A number in few bytes, which do not sort. */
  Codec<Long> NUMBER = of((value, fields) -> fields.number(value), FieldReader::number);

  /** A text, or null, whose bytes do not sort. */
  Codec<String> PLAIN = of((value, fields) -> fields.text(value), FieldReader::text);

  /** No bytes: the key of a table with a single row, or the value of one that is a set. */
  Codec<Boolean> NOTHING = of((value, fields) -> {}, fields -> true);
}
