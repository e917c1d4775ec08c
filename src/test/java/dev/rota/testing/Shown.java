package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.topics.WireFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a follower of relay chains has shown: by lane and turn, the lane's state. */
public final class Shown {
  private static final CoresDomain CORES = new CoresDomain();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LANES_MAX = 20;

  private final Map<String, TreeMap<Long, JsonNode>> byLane = new HashMap<>();

  /** Looks at some lanes, and remembers what they say. A turn never says two things. */
  public void look(LiveDomain live) {
    for (String lane : live.lanes("", LANES_MAX)) {
      live.ask(
          lane,
          (state, standing) -> {
            assertThat(standing.isProved()).as(standing.proof()).isTrue();
            JsonNode said = said((CoresState) state);
            JsonNode before =
                byLane
                    .computeIfAbsent(lane, _ -> new TreeMap<>())
                    .putIfAbsent(standing.turn(), said);
            assertThat(before == null || before.equals(said)).isTrue();
            return null;
          });
    }
  }

  /** Everything that was shown is what this ledger says. Returns how many states that were. */
  public int isOf(List<ConsumerRecord<byte[], byte[]>> ledger) {
    Map<Integer, PartitionReplay> replays = new HashMap<>();
    int[] same = {0};
    for (ConsumerRecord<byte[], byte[]> page : ledger) {
      var replay =
          replays.computeIfAbsent(page.partition(), one -> new PartitionReplay(CORES, one, true));
      replay.page(
          WireFormat.payload(page),
          verdict -> {
            var turn = ((ReplayVerdict.Same) verdict).decided().entry();
            JsonNode said = byLane.getOrDefault(turn.lane(), new TreeMap<>()).get(turn.number());
            if (said != null) {
              assertThat(said((CoresState) replay.state(turn.lane())))
                  .as("%s, turn %d", turn.lane(), turn.number())
                  .isEqualTo(said);
              same[0]++;
            }
          });
    }
    assertThat(same[0])
        .as("each was committed")
        .isEqualTo(byLane.values().stream().mapToInt(Map::size).sum());
    System.out.printf("%d states that a follower showed are those of the ledger%n", same[0]);
    return same[0];
  }

  private static JsonNode said(CoresState state) {
    return JSON.valueToTree(
        CORES.queries().get("state").answer(state, new QueryArguments(Map.of())));
  }
}
