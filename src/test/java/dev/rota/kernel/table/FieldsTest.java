package dev.rota.kernel.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class FieldsTest {
  /** A row of a few bytes may claim anything. Each of these once asked for gigabytes. */
  @Test
  void whatIsClaimedIsNotBelieved() {
    byte[] most = new FieldWriter().number(Integer.MAX_VALUE).toBytes();
    isRefused(most, FieldReader::text, "a field of 2147483647 bytes is claimed where 0 are left");
    isRefused(most, FieldReader::bytes, "a field of 2147483647 bytes is claimed where 0 are left");
    isRefused(most, in -> in.list(Codec.NUMBER), "2147483647 values are claimed");
    isRefused(most, in -> in.map(Codec.PLAIN, Codec.NUMBER), "2147483647 values are claimed");
    isRefused(most, in -> in.integer(1_000), "2147483647 is not within 0..1000");
    isRefused(most, in -> in.raw(-1), "a field of -1 bytes");
    byte[] less = new FieldWriter().number(-2).toBytes();
    isRefused(less, in -> in.list(Codec.NUMBER), "-2 values are claimed");
    isRefused(less, in -> in.map(Codec.PLAIN, Codec.NUMBER), "-2 values are claimed");
    byte[] long64 = new FieldWriter().number(1L << 40).toBytes();
    isRefused(long64, FieldReader::integer, "has more than 32 bits");
  }

  @Test
  void whatNoWriterWritesIsRefused() {
    isRefused(hex("ffffffffffffffffffff01"), FieldReader::number, "more than 10 bytes");
    isRefused(hex("ff"), FieldReader::number, "where 0 are left");
    isRefused(hex("00"), FieldReader::sortedLong, "a field of 8 bytes");
    isRefused(hex("6161"), FieldReader::sortedText, "a text has no end");
    isRefused(hex("6100"), FieldReader::sortedText, "a text has no end");
    isRefused(hex("0061610000"), FieldReader::sortedText, "a zero that is not escaped");
    isRefused(hex("04c328"), FieldReader::text, "no UTF-8");
    isRefused(hex("c3280000"), FieldReader::sortedText, "no UTF-8");
    isRefused(hex("0462"), in -> in.symbol(RoundingMode.class), "a field of 2 bytes");
    isRefused(hex("0262"), in -> in.symbol(RoundingMode.class), "there is no RoundingMode 'b'");
    isRefused(hex("0402610202620204"), in -> in.map(Codec.PLAIN, Codec.PLAIN), "is claimed");
    isRefused(hex("04026100026100"), in -> in.map(Codec.PLAIN, Codec.NUMBER), "a key twice");
    isRefused(hex("0000"), in -> in.whole(Codec.NUMBER), "1 bytes behind a key");
    Codec<String> fails = Codec.of((_, _) -> {}, _ -> Objects.requireNonNull(null, "it"));
    isRefused(hex(""), in -> in.value(fails), "a field that cannot be: it");
    assertThat(new FieldReader(hex("06efbfbd")).text()).as("written so").isEqualTo("\uFFFD");
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static void isRefused(byte[] bytes, Function<FieldReader, ?> reader, String why) {
    assertThatThrownBy(() -> reader.apply(new FieldReader(bytes)))
        .isInstanceOf(BadRow.class)
        .hasMessageContaining(why);
  }

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
      var span = KeySpan.startingWith(new FieldWriter().sortedText(left).toBytes());

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

    assertThatThrownBy(fields::integer).isInstanceOf(BadRow.class);
  }

  @Test
  void aListIsItsSizeAndItsItems() {
    byte[] written = new FieldWriter().list(List.of(5L, -6L), Codec.NUMBER).toBytes();

    assertThat(written).isEqualTo(new FieldWriter().number(2).number(5).number(-6).toBytes());
    assertThat(new FieldReader(written).list(Codec.NUMBER)).containsExactly(5L, -6L);
    assertThat(new FieldReader(new FieldWriter().number(0).toBytes()).list(Codec.NUMBER)).isEmpty();
  }

  @Test
  void aMapIsItsSizeAndItsEntries() {
    var map = new TreeMap<>(Map.of("a", 1L, "b", 2L));
    byte[] written = new FieldWriter().map(map, Codec.PLAIN, Codec.NUMBER).toBytes();

    assertThat(written)
        .isEqualTo(new FieldWriter().number(2).text("a").number(1).text("b").number(2).toBytes());
    assertThat(new FieldReader(written).map(Codec.PLAIN, Codec.NUMBER)).isEqualTo(map);
  }

  @Test
  void anOptionalValueIsAFlagAndTheValueWhereThereIsOne() {
    byte[] some = new FieldWriter().optional(7L, Codec.NUMBER).toBytes();
    byte[] none = new FieldWriter().optional(null, Codec.NUMBER).toBytes();

    assertThat(some).isEqualTo(new FieldWriter().flag(true).number(7).toBytes());
    assertThat(none).isEqualTo(new FieldWriter().flag(false).toBytes());
    assertThat(new FieldReader(some).optional(Codec.NUMBER)).isEqualTo(7);
    assertThat(new FieldReader(none).optional(Codec.NUMBER)).isNull();
  }

  @Test
  void aConstantIsItsNameAndMayBeMissing() {
    byte[] some = new FieldWriter().symbol(RoundingMode.CEILING).toBytes();
    byte[] none = new FieldWriter().symbol(null).toBytes();

    assertThat(some).isEqualTo(new FieldWriter().text("CEILING").toBytes());
    assertThat(none).isEqualTo(new FieldWriter().text(null).toBytes());
    assertThat(new FieldReader(some).symbol(RoundingMode.class)).isEqualTo(RoundingMode.CEILING);
    assertThat(new FieldReader(none).symbol(RoundingMode.class)).isNull();
  }

  @Test
  void bytesAreTheirLengthAndThemselves() {
    byte[] written = new FieldWriter().bytes(new byte[] {3, 4}).toBytes();

    assertThat(written).isEqualTo(new FieldWriter().number(2).raw(new byte[] {3, 4}).toBytes());
    assertThat(new FieldReader(written).bytes()).containsExactly(3, 4);
  }

  @Test
  void aNumberThatRowsGotLaterMayBeMissing() {
    var fields = new FieldReader(new FieldWriter().number(1).toBytes());

    assertThat(fields.numberOr(9)).isEqualTo(1);
    assertThat(fields.numberOr(9)).isEqualTo(9);
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
