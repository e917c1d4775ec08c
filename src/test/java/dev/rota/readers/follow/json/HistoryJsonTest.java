package dev.rota.readers.follow.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.ThingHistory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HistoryJsonTest {
  private static Candidate core(int id, boolean chosen, String why) {
    return new Candidate(new Thing("core", "" + id), chosen, why, "cores 5.1");
  }

  private static List<String> told(List<Candidate> candidates) {
    Thing para = new Thing("para", "2100");
    Reason now = new Reason("it waits", "cores 5.1", candidates);
    JsonNode json =
        HistoryJson.of(
            "cores",
            new LaneStanding("polkadot", 1, 0, 0, null, null, null),
            List.of(new ThingHistory(para, now, List.of(), 0)));
    List<String> told = new ArrayList<>();
    json.at("/things/0/now/candidates")
        .forEach(one -> told.add(one.path("id").asText() + " like " + one.path("like").asText("")));
    return told;
  }

  @Test
  void fourOrMoreWhoseReasonsDifferInNumbersOnlyAreLikeTheFirst() {
    assertThat(
            told(
                List.of(
                    core(1, true, "offset 1"),
                    core(2, false, "offset 2"),
                    core(3, false, "of another claim"),
                    core(4, false, "offset 30"),
                    core(5, false, "offset 4"),
                    core(6, false, "offset 5"))))
        .containsExactly("1 like ", "2 like ", "3 like ", "4 like 2", "5 like 2", "6 like 2");
  }

  @Test
  void threeAreLikeNobody() {
    assertThat(
            told(
                List.of(
                    core(1, false, "offset 1"),
                    core(2, false, "offset 2"),
                    core(3, false, "offset 3"),
                    new Candidate(new Thing("para", "4"), false, "offset 4", "cores 5.1"))))
        .containsExactly("1 like ", "2 like ", "3 like ", "4 like ");
  }
}
