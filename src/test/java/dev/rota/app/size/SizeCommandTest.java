package dev.rota.app.size;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.base.book.Pages;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a load needs, by figures that the documentation has. */
class SizeCommandTest {
  private static final String PAGE = Pages.text(Path.of("docs", "sizing.md"));
  private static final double DAY = 86_400;

  /** As the page shows it. */
  @Test
  void itPrintsWhatThePageSays() {
    Matcher example =
        Pattern.compile("```sh\nrota (.*)\n```\n\n```\n(.*?)```", Pattern.DOTALL).matcher(PAGE);
    assertThat(example.find()).isTrue();
    Ran ran = Ran.rota(example.group(1).split(" ", -1));
    assertThat(ran.code()).isZero();
    assertThat(ran.out().strip()).isEqualTo(example.group(2).strip());
  }

  @Test
  void thePageHasEveryFigure() {
    SizeFigures.all()
        .forEach(
            (domain, figures) -> {
              figures
                  .topics()
                  .forEach(
                      (topic, cost) ->
                          assertThat(PAGE)
                              .contains(
                                  row(
                                      "| `%s` | `%s` | %.1f | %.1f |",
                                      domain, topic, cost.input(), cost.commit())));
              assertThat(PAGE)
                  .contains(
                      row(
                          "| `%s` | %.1f | %d | %d |",
                          domain,
                          figures.rowBytes(),
                          figures.inputsPerSecond(),
                          figures.turnsPerSecond()));
            });
  }

  private static String row(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  @Test
  void everyTopicOfEveryDomainHasItsFigure() {
    Map<String, SizeFigures> all = SizeFigures.all();
    for (Domain domain : Domains.ALL) {
      List<String> topics =
          RequiredTopics.of(domain).stream()
              .map(spec -> spec.name())
              .filter(name -> !name.equals(RequiredTopics.time(domain.name())))
              .toList();
      assertThat(all.get(domain.name()).topics().keySet())
          .containsExactlyInAnyOrderElementsOf(topics);
    }
  }

  @Test
  void bytesAreInputsAndTransactionsOfADay() throws Exception {
    JsonNode small = json("--events-per-second", "2", "--lanes", "1");
    SizeFigures.Cost ledger = SizeFigures.all().get("bots").topics().get("bots-ledger");
    // Each of two inputs a second has a transaction of its own.
    assertThat(small.at("/bytesPerDay/bots-ledger").asLong())
        .isEqualTo(Math.round(2 * DAY * (ledger.input() + ledger.commit())));
    assertThat(small.get("partitions").asInt()).isEqualTo(1);
    assertThat(small.get("laneTooBusy").asBoolean()).isFalse();

    JsonNode large = json("--events-per-second", "50000", "--lanes", "200");
    assertThat(large.get("threads").asInt()).isGreaterThan(1);
    assertThat(large.get("partitions").asInt())
        .isEqualTo(Math.min(200, 2 * large.get("threads").asInt()));
    assertThat(large.get("rebuildSeconds").asDouble()).isPositive();
    JsonNode kept = json("--events-per-second", "50000", "--lanes", "200", "--retention", "14d");
    assertThat(kept.get("brokerBytes").asLong()).isGreaterThan(large.get("brokerBytes").asLong());
  }

  /** More partitions would not help it. */
  @Test
  void aLaneThatOneThreadCannotDecideIsToldOf() {
    Ran ran = Ran.rota("size", "bots", "--events-per-second", "50000", "--lanes", "2");
    assertThat(ran.out()).contains("warning", "25000 inputs/s", "into more lanes");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(Ran.rota("size", "bots").code()).isEqualTo(2);
    assertThat(Ran.rota("size", "bots", "--events-per-second", "-1").code()).isEqualTo(2);
    assertThat(Ran.rota("size", "bots", "--events-per-second", "1", "--lanes", "0").code())
        .isEqualTo(2);
    Ran retention = Ran.rota("size", "bots", "--events-per-second", "1", "--retention", "7 days");
    assertThat(retention.code()).isEqualTo(2);
    assertThat(retention.err()).contains("12h or 90d");
    assertThat(Ran.rota("size", "moons", "--events-per-second", "1").code()).isNotZero();
  }

  private static JsonNode json(String... flags) throws Exception {
    List<String> words = new ArrayList<>(List.of("size", "bots", "-o", "json"));
    words.addAll(List.of(flags));
    Ran ran = Ran.rota(words.toArray(new String[0]));
    assertThat(ran.code()).as(ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }
}
