package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no peer id is told so: what is wrong with it, what one is, and what one looks like. */
class PeerIdTest {
  private static final String ONE = "12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "w1|it begins with neither 1 nor Qm",
        "nobody|it begins with neither 1 nor Qm",
        "QmYwAPJzv5CZsnA625s3Xf2|characters are missing, or there are too many",
        "1|characters are missing, or there are too many",
        "1112|characters are missing, or there are too many",
        "12D3KooWQJUzh4J7AjWKnRpTX|characters are missing, or there are too many",
        "alice|'l' is no digit of base 58",
      })
  void whatIsWrongIsSaidWithAnExample(String text, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerId.parse(text))
        .withMessage(
            "'%s' is no peer id: %s. A peer id is a multihash in base 58, such as %s",
            text, why, ONE);
  }

  @Test
  void oneThatIsTooLongIsShownInPart() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerId.parse(ONE + ONE))
        .withMessageStartingWith(
            "'12D3KooWQJUzh4J7AjWK...' is no peer id: it has 104 characters, and 1 to 64 can be.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerId.parse(""))
        .withMessageStartingWith("'' is no peer id: it has 0 characters");
    assertThat(PeerId.parse(ONE)).hasToString(ONE);
  }
}
