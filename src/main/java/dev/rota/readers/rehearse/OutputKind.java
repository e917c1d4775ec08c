package dev.rota.readers.rehearse;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** What outputs have in common: their channel, the name of their record and what its enums say. */
final class OutputKind {
  private static final int TEXT_MAX = 300;

  private OutputKind() {}

  /** Such as {@code OUTCOMES JobOutcome REFUSED CONFLICT}; of a dead letter the reason. */
  static String of(Output output) {
    List<String> words = new ArrayList<>(List.of(output.channel().name()));
    if (output.record() == null) {
      words.add(output.isDeadLetter() ? output.rule() : "tombstone");
    } else {
      add(inner(output.record()), words);
    }
    return String.join(" ", words);
  }

  /** An outcome may be an envelope with one record in it. */
  private static IndexedRecord inner(IndexedRecord record) {
    for (Schema.Field field : record.getSchema().getFields()) {
      if (field.schema().getType() == Schema.Type.UNION
          && record.get(field.pos()) instanceof IndexedRecord inner
          && field.schema().getTypes().stream().filter(OutputKind::isRecord).count() > 1) {
        return inner;
      }
    }
    return record;
  }

  private static boolean isRecord(Schema schema) {
    return schema.getType() == Schema.Type.RECORD;
  }

  private static void add(IndexedRecord record, List<String> words) {
    words.add(record.getSchema().getName());
    for (Schema.Field field : record.getSchema().getFields()) {
      if (record.get(field.pos()) instanceof Enum<?> symbol) {
        words.add(symbol.name());
      }
    }
  }

  /** A line for people. */
  static String told(Output output) {
    String text = Objects.toString(output.record(), "");
    String cut = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
    return of(output) + " (" + output.rule() + ") " + cut;
  }

  /** What only the other's schema can tell is no difference: it is not another decision. */
  static boolean isSame(Output recorded, Output other) {
    return recorded.channel() == other.channel()
        && Objects.equals(recorded.key(), other.key())
        && Objects.equals(recorded.rule(), other.rule())
        && Arrays.equals(recorded.payload(), payload(other, recorded.schema()));
  }

  private static byte[] payload(Output output, Schema schema) {
    return schema == null || output.record() == null || schema.equals(output.schema())
        ? output.payload()
        : new AvroBytes().encode(output.record(), schema, 0);
  }
}
