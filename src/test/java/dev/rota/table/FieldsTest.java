package dev.rota.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FieldsTest {
  private static final int ROUNDS = 20_000;
  private static final String[] LETTERS = {"\u0000", "\u0001", "a", "b", "\u00e9", "\uffee", "😀"};

  @Test
  void sortedLongsSortAsNumbers() {
    var random = new Random(2);
    for (int i = 0; i < ROUNDS; i++) {
      long left = number(random);
      long right = number(random);

      assertThat(compare(new FieldWriter().sortedLong(left), new FieldWriter().sortedLong(right)))
          .as("%s against %s", left, right)
          .isEqualTo(Long.compare(left, right));
    }
  }

  @Test
  void sortedTextsSortAsTheirBytesAlsoBeforeWhatFollows() {
    var random = new Random(3);
    for (int i = 0; i < ROUNDS; i++) {
      String left = text(random);
      String right = text(random);
      long leftNumber = number(random);
      long rightNumber = number(random);
      int texts =
          Integer.signum(Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8)));

      assertThat(
              compare(
                  new FieldWriter().sortedText(left).sortedLong(leftNumber),
                  new FieldWriter().sortedText(right).sortedLong(rightNumber)))
          .as("%s %s against %s %s", left, leftNumber, right, rightNumber)
          .isEqualTo(texts != 0 ? texts : Long.compare(leftNumber, rightNumber));
    }
  }

  @Test
  void noTextIsTheBeginningOfAnother() {
    var random = new Random(4);
    for (int i = 0; i < ROUNDS; i++) {
      String left = text(random);
      String right = text(random);
      var span = Span.startingWith(new FieldWriter().sortedText(left).toBytes());

      assertThat(span.contains(new FieldWriter().sortedText(right).raw(new byte[3]).toBytes()))
          .isEqualTo(left.equals(right));
    }
  }

  @Test
  void everyFieldIsReadAsItWasWritten() {
    var random = new Random(5);
    for (int i = 0; i < ROUNDS; i++) {
      long sorted = number(random);
      long number = number(random);
      String sortedText = text(random);
      String text = random.nextInt(4) == 0 ? null : text(random).repeat(random.nextInt(40));
      boolean flag = random.nextBoolean();
      int integer = random.nextInt();
      byte[] raw = new byte[random.nextInt(9)];
      random.nextBytes(raw);
      var fields =
          new FieldReader(
              new FieldWriter()
                  .sortedLong(sorted)
                  .number(number)
                  .sortedText(sortedText)
                  .text(text)
                  .flag(flag)
                  .raw(raw)
                  .number(integer)
                  .toBytes());

      assertThat(fields.sortedLong()).isEqualTo(sorted);
      assertThat(fields.number()).isEqualTo(number);
      assertThat(fields.sortedText()).isEqualTo(sortedText);
      assertThat(fields.text()).isEqualTo(text);
      assertThat(fields.flag()).isEqualTo(flag);
      assertThat(fields.raw(raw.length)).isEqualTo(raw);
      assertThat(fields.integer()).isEqualTo(integer);
    }
  }

  @Test
  void smallNumbersAreShort() {
    assertThat(new FieldWriter().number(0).toBytes()).hasSize(1);
    assertThat(new FieldWriter().number(-64).toBytes()).hasSize(1);
    assertThat(new FieldWriter().number(64).toBytes()).hasSize(2);
    assertThat(new FieldWriter().number(Long.MIN_VALUE).toBytes()).hasSize(10);
  }

  @Test
  void anIntegerBeyond32BitsIsNotCutShort() {
    var fields = new FieldReader(new FieldWriter().number(1L << 40).toBytes());

    assertThatThrownBy(fields::integer).isInstanceOf(ArithmeticException.class);
  }

  private static int compare(FieldWriter left, FieldWriter right) {
    return Integer.signum(Arrays.compareUnsigned(left.toBytes(), right.toBytes()));
  }

  private static long number(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> random.nextInt(5) - 2L;
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }
}
