package dev.rota.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
