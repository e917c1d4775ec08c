package dev.rota.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpellingSuggestionTest {
  private static final List<String> KNOWN =
      List.of("para", "parathreadCores", "chain", "GUIDE", "RUNTIME", "id");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          parra,          para
          PARA,           para
          apra,           para
          chian,          chain
          parathredCore,  parathreadCores
          giude,          GUIDE
          ix,             id
          something,
          p,
          '',
          """)
  void theNearestKnownWordIsSuggestedOrNone(String wrong, String nearest) {
    assertThat(SpellingSuggestion.nearest(wrong, KNOWN).orElse(null)).isEqualTo(nearest);
  }

  @Test
  void theNearestComeFirstAndThoseAsNearInTheirOrder() {
    List<String> known = List.of("bot-19", "bot-7", "bot-17", "cat-17", "bot-18", "something");
    assertThat(SpellingSuggestion.nearest("Bot17", known, word -> word, 3))
        .containsExactly("bot-7", "bot-17", "bot-19");
    assertThat(SpellingSuggestion.nearest("Bot17", known, word -> word, 9)).hasSize(4);
    assertThat(SpellingSuggestion.nearest("Bot17", List.of(), Object::toString, 3)).isEmpty();
  }
}
