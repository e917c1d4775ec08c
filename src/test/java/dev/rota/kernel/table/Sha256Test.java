package dev.rota.kernel.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.ReplayVerdict;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class Sha256Test {
  @Test
  void aFieldIsItsLengthAndItsBytes() {
    byte[] known = new Sha256().number(3).field(new byte[0]).finish();

    // Computed with sha256sum over 00000003 00000000.
    assertThat(ReplayVerdict.Divergence.hex(known))
        .isEqualTo("0e337b799779e966201b7e95a326e564267fa4d6573062e3de6f7835d0623d17");
  }

  @Test
  void fieldsThatAreCutElsewhereHashOtherwise() {
    assertThat(hash("ab", "c")).isNotEqualTo(hash("a", "bc")).isNotEqualTo(hash("abc"));
    assertThat(hash("a", null)).isNotEqualTo(hash("a", "")).isNotEqualTo(hash("a"));
  }

  @Test
  void afterFinishingItStartsAnew() {
    var sha = new Sha256();
    byte[] first = sha.field(new byte[] {1}).finish();

    assertThat(sha.field(new byte[] {1}).finish()).isEqualTo(first).hasSize(Sha256.BYTES);
  }

  @Test
  void fieldsOfAnyLengthHashAsTheirBytesInARow() throws Exception {
    var random = new Random(7);
    for (int round = 0; round < 300; round++) {
      var sha = new Sha256();
      var plain = MessageDigest.getInstance("SHA-256");
      for (int field = random.nextInt(20); field > 0; field--) {
        byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 8 : 400)];
        random.nextBytes(bytes);
        sha = (random.nextInt(4) == 0 ? sha.copy() : sha).field(bytes);
        plain.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        plain.update(bytes);
      }
      byte[] copied = sha.copy().finish();

      assertThat(sha.finish()).isEqualTo(plain.digest()).isEqualTo(copied);
    }
  }

  private static byte[] hash(String... fields) {
    var sha = new Sha256();
    for (String field : fields) {
      sha.field(field == null ? null : field.getBytes(US_ASCII));
    }
    return sha.finish();
  }
}
