package dev.rota.base.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The encoder writes what Avro's own writes, whatever it wrote before. */
final class ArrayEncoderTest {
  private interface Writing {
    void to(Encoder encoder) throws IOException;
  }

  private final ArrayEncoder encoder = new ArrayEncoder();

  private void same(Writing writing) throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Encoder avro = EncoderFactory.get().directBinaryEncoder(expected, null);
    writing.to(avro);
    avro.flush();
    encoder.begin();
    writing.to(encoder);
    assertThat(encoder.written()).isEqualTo(expected.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyValuesInAnyOrder(long seed) throws IOException {
    for (int round = 0; round < 50; round++) {
      long drawn = seed * 1000 + round;
      same(
          to -> {
            Random random = new Random(drawn);
            for (int i = 0; i < 200; i++) {
              anyValue(random, to);
            }
          });
    }
  }

  private static void anyValue(Random random, Encoder to) throws IOException {
    byte[] some = new byte[random.nextInt(90)];
    random.nextBytes(some);
    switch (random.nextInt(13)) {
      case 0 -> to.writeNull();
      case 1 -> to.writeBoolean(random.nextBoolean());
      case 2 -> to.writeInt(random.nextInt() >> random.nextInt(32));
      case 3 -> to.writeLong(random.nextLong() >> random.nextInt(64));
      case 4 -> to.writeFloat(random.nextFloat());
      case 5 -> to.writeDouble(random.nextDouble());
      case 6 -> to.writeString(text(random));
      case 7 -> to.writeString(new Utf8(text(random)));
      case 8 -> to.writeBytes(ByteBuffer.wrap(some));
      case 9 -> to.writeFixed(some);
      case 10 -> to.writeEnum(random.nextInt(300));
      case 11 -> to.writeIndex(random.nextInt(3));
      default -> {
        to.writeArrayStart();
        to.setItemCount(2);
        to.startItem();
        to.writeInt(random.nextInt());
        to.startItem();
        to.writeInt(random.nextInt());
        to.writeArrayEnd();
      }
    }
  }

  /** ASCII, letters of two and three bytes, pairs of surrogates, and halves of such pairs. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int kind = random.nextInt(4);
    for (int left = random.nextInt(60); left > 0; left--) {
      int drawn = random.nextInt(40);
      text.appendCodePoint(
          switch (drawn < 37 ? 0 : kind) {
            case 1 -> 'ä' + drawn;
            case 2 -> 0x1F600 + drawn;
            case 3 -> 0xD800 + drawn;
            default -> 'A' + drawn;
          });
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1013, 1014, 1023, 1024, 1025, 5_000_000})
  void aValueOfAnySize(int size) throws IOException {
    same(to -> to.writeString("a".repeat(size)));
    same(to -> to.writeString("a".repeat(size) + "ä"));
    same(to -> to.writeBytes(new byte[size]));
    same(to -> to.writeLong(size));
  }

  @Test
  void whatIsWrittenBehindReservedBytesIsTheSame() throws IOException {
    encoder.begin();
    encoder.writeFixed(new byte[3_000_000]);

    for (int reserved : new int[] {0, 1, 5, 1024}) {
      encoder.begin(reserved);
      encoder.writeString("alice");

      byte[] written = encoder.written();
      assertThat(Arrays.copyOfRange(written, reserved, written.length))
          .isEqualTo(new byte[] {10, 'a', 'l', 'i', 'c', 'e'});
    }
  }

  @Test
  void aBrokenOffValueLeavesNothingBehind() throws IOException {
    encoder.begin(5);
    encoder.writeString("half of a record");

    same(to -> to.writeInt(7));
  }
}
