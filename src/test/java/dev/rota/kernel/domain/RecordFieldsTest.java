package dev.rota.kernel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordFieldsTest {
  private record First(long number) {
    private static final RecordFields<First> FIELDS =
        (first, fields) -> new First(fields.value("number", first.number, FieldKind.NUMBER));
  }

  /** The same, with three fields that came later. */
  private record Later(long number, boolean flag, List<String> texts, int count) {
    private static final Later BEFORE = new Later(0, false, List.of(), 7);
    private static final RecordFields<Later> FIELDS =
        (later, fields) ->
            new Later(
                fields.value("number", later.number, FieldKind.NUMBER),
                fields.added("flag", later.flag, BEFORE.flag, FieldKind.FLAG),
                fields.added("texts", later.texts, BEFORE.texts, FieldKind.TEXTS),
                fields.added("count", later.count, BEFORE.count, FieldKind.INTEGER.from(0, 9)));
  }

  private static final Codec<Later> ROW = Later.FIELDS.codec(new Later(5, true, List.of("x"), 1));

  private static <R> byte[] row(Codec<R> codec, R record) {
    FieldWriter out = new FieldWriter();
    codec.write(record, out);
    return out.toBytes();
  }

  private static Later read(byte[] row) {
    return new FieldReader(row).value(ROW);
  }

  @Test
  void aRowFromBeforeIsReadAsItWas() {
    byte[] row = row(First.FIELDS.codec(new First(0)), new First(300));
    assertThat(read(row)).isEqualTo(new Later(300, false, List.of(), 7));
  }

  @Test
  void aRecordAsItWasBeforeKeepsTheBytesOfItsRow() {
    assertThat(row(ROW, new Later(300, false, List.of(), 7)))
        .isEqualTo(row(First.FIELDS.codec(new First(0)), new First(300)));
  }

  @Test
  void eachMixOfLaterFieldsIsReadAsWritten() {
    for (boolean flag : List.of(false, true)) {
      for (List<String> texts : List.of(List.<String>of(), List.of(""), List.of("a", "b"))) {
        for (int count : List.of(0, 7, 8)) {
          Later record = new Later(-1, flag, texts, count);
          assertThat(read(row(ROW, record))).isEqualTo(record);
        }
      }
    }
  }

  @Test
  void aLaterFieldIsAnsweredCheckedAndSaidLikeTheOthers() {
    Later wrong = new Later(1, true, List.of(), 10);
    assertThat(Later.FIELDS.told(wrong))
        .isEqualTo(Map.of("number", 1L, "flag", true, "texts", List.of(), "count", 10));
    assertThat(Later.FIELDS.outOfRange(wrong))
        .extracting(RecordFields.OutOfRange::name)
        .containsExactly("count");
    assertThat(Later.FIELDS.said(wrong, Map.of("count", 8)).count()).isEqualTo(8);
    assertThat(Later.FIELDS.ranges(wrong)).containsOnlyKeys("count");
  }
}
