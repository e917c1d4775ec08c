package dev.rota.kernel.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A row with a hash is read as it was written, or not at all. */
final class CheckedRowTest {
  private static final byte[] KEY = {0, 'a'};

  private static final Codec<List<Long>> CODEC =
      Codec.of(
          (numbers, fields) -> numbers.forEach(fields::number),
          fields -> List.of(fields.number(), fields.number(), fields.number()));

  @Test
  void aRowIsReadAsItWasWritten() {
    List<Long> value = List.of(0L, -7L, Long.MIN_VALUE);
    assertThat(CheckedRow.read(KEY, CODEC, CheckedRow.write(KEY, CODEC, value))).isEqualTo(value);
  }

  @Test
  void aRowOfWhichABitHasChangedIsRefused() {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      List<Long> value = List.of(number(random), number(random), number(random));
      byte[] row = CheckedRow.write(KEY, CODEC, value);
      for (int bit = 0; bit < row.length * Byte.SIZE; bit++) {
        byte[] other = row.clone();
        other[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        refuses(KEY, other);
      }
    }
  }

  @Test
  void aRowThatIsCutOrOfAnotherKeyIsRefused() {
    byte[] row = CheckedRow.write(KEY, CODEC, List.of(1L, 2L, 3L));
    refuses(new byte[] {0, 'b'}, row);
    for (int length = 4; length < row.length; length++) { // 3 are a row of an older program
      refuses(KEY, Arrays.copyOf(row, length));
    }
  }

  @Test
  void aRowOfAnOlderProgramHasNoHash() {
    byte[] row = new FieldWriter().number(1).number(2).number(3).toBytes();
    assertThat(CheckedRow.read(KEY, CODEC, row)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRowOfALaterProgramMayHaveMoreFields() {
    Codec<List<Long>> later =
        Codec.of((numbers, fields) -> numbers.forEach(fields::number), fields -> List.of());
    byte[] row = CheckedRow.write(KEY, later, List.of(1L, 2L, 3L, 4L));
    assertThat(CheckedRow.read(KEY, CODEC, row)).containsExactly(1L, 2L, 3L);
    row[3] ^= 2;
    refuses(KEY, row);
  }

  private static long number(Random random) {
    return random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private static void refuses(byte[] key, byte[] row) {
    assertThatThrownBy(() -> CheckedRow.read(key, CODEC, row)).isInstanceOf(BadRow.class);
  }
}
