package dev.rota.lab.verbs.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateRoadTest {
  private static final String SMALL =
      "simulate road shards cores --seed 3 --histories 2 --events 20";
  private static final String BROKEN =
      "simulate road shards --histories 100 --break CHANGELOG_IS_READ_TO_ITS_END";

  @Test
  void historiesAreVerifiedAndWhatHappenedIsCounted() {
    Ran ran = rota(SMALL);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().get(0)).isEqualTo("road: OK");
    assertThat(ran.out())
        .contains("4 of shards, cores: seeds 3 to 4, 20 events of each lane", "engine killed ");
  }

  @Test
  void equalSeedsDoTheSame() throws IOException {
    JsonNode one = json(SMALL);
    assertThat(one.path("happened")).isNotEmpty().isEqualTo(json(SMALL).path("happened"));
    assertThat(one.path("histories").asInt()).isEqualTo(4);
    assertThat(one.path("happened").path("TURN_VERIFIED").asLong()).isPositive();
  }

  @Test
  void whatIsWrongIsReproducedByTheCommandThatIsPrinted() throws IOException {
    Ran ran = rota(BROKEN);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lines().get(0)).startsWith("road: BROKEN in shards, seed ");

    JsonNode found = json(BROKEN).path("finding");
    assertThat(ran.out()).contains(found.path("found").asText(), found.path("repeat").asText());
    Ran again = rota(found.path("repeat").asText().replace("./rota ", ""));
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.out())
        .contains(found.path("found").asText(), "seed " + found.path("seed").asText());
  }

  @Test
  void whatIsBrokenOnPurposeAndNotSeenIsNoSuccess() {
    Ran ran =
        rota("simulate road shards --histories 1 --events 1 --break FORMER_MEMBERS_ARE_REFUSED");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.lines().get(0)).startsWith("road: NOTHING FOUND although the model breaks");
    assertThat(ran.out()).contains("1 of shards: seed 1, 1 events of each lane");
  }

  @Test
  void flagsOfAllVerbsMayComeBefore() {
    assertThat(rota("simulate -o json road shards --histories 1 --events 1").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "simulate road --histories 0|expected 1 to",
        "simulate road --events -1|expected 1 to",
        "simulate road --seed 9223372036854775807|--seed is",
        "simulate road nonsense|no domain 'nonsense'",
        "simulate road --break X|--break is 'X'",
        "simulate --hostile road|follow the word 'road'",
        "simulate bots road|follow the word 'road'",
        "simulate|Missing required parameter: 'DOMAIN'",
      })
  void whatCannotBeSimulatedIsSaid(String command, String told) {
    Ran ran = rota(command);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains(told);
  }

  private static JsonNode json(String command) throws IOException {
    return new ObjectMapper().readTree(rota(command + " -o json").out());
  }

  private static Ran rota(String command) {
    return Ran.rota(command.split(" "));
  }
}
