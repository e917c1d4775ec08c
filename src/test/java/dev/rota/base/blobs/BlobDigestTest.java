package dev.rota.base.blobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A blob has one name, and nothing else has it. */
class BlobDigestTest {
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void aBlobIsNamedByItsBytesAndTheirNumber() throws IOException {
    byte[] abc = "abc".getBytes(UTF_8);
    assertThat(BlobDigest.of(abc)).isEqualTo(new BlobDigest(ABC, 3)).hasToString(ABC + "/3");
    assertThat(BlobDigest.of(new ByteArrayInputStream(abc))).isEqualTo(BlobDigest.of(abc));
    byte[] large = new byte[200_000];
    assertThat(BlobDigest.of(new ByteArrayInputStream(large))).isEqualTo(BlobDigest.of(large));
    assertThat(BlobDigest.of(BlobDigest.EMPTY.message())).isEqualTo(BlobDigest.of(new byte[0]));
  }

  @Test
  void aDigestHasOneForm() {
    String hash = ABC;
    assertThat(new BlobDigest(hash, 0).size()).isZero();
    List<String> others =
        List.of(
            hash.toUpperCase(Locale.ROOT),
            hash.substring(1),
            hash + "0",
            "g" + hash.substring(1),
            "");
    for (String other : others) {
      assertThatThrownBy(() -> new BlobDigest(other, 3)).hasMessageContaining("INVALID_ARGUMENT");
    }
    assertThatThrownBy(() -> new BlobDigest(hash, -1)).hasMessageContaining("INVALID_ARGUMENT");
  }
}
