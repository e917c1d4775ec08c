package dev.rota.chunks.queries;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.UnplacedChunk;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be asked of a network. */
class ChunksQueriesTest {
  private static final String OLD = "0000000000/0000000000-0000000099-aaaa";
  private static final String NEW = "0000000000/0000000100-0000000199-bbbb";

  private final LoneNetwork network = new LoneNetwork();

  private Object ask(String query, Map<String, Object> args) {
    long before = network.digest();
    Object answer =
        ChunksQueries.all().get(query).answer(network.state(), new QueryArguments(args));
    network.state().save();
    assertThat(network.digest()).as("a question changes nothing").isEqualTo(before);
    return answer;
  }

  private Map<?, ?> map(String query, Map<String, Object> args) {
    return (Map<?, ?>) ask(query, args);
  }

  private Map<?, ?> chunk(String chunk) {
    return map("chunk", Map.of("dataset", DATASET, "chunk", chunk));
  }

  /** Only chunks from block 100 on are stored. */
  @BeforeEach
  void aChunkThatIsStoredAndOneThatIsNot() {
    network.send(
        0,
        policy()
            .setRings(10)
            .setOrder(PlacementOrder.HEAD)
            .setSegments(Map.of(DATASET, List.of(new DatasetSegment(100L, 1.0, null))))
            .build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of(OLD, GIB, NEW, GIB)));
  }

  @Test
  void aChunkIsToldWithItsPlacesAndAnotherWithTheReasonWhyItHasNone() {
    assertThat(chunk(NEW).get("reason")).isEqualTo("PENDING");
    network.tick(1000);
    Map<?, ?> stored = chunk(NEW);
    assertThat((List<?>) stored.get("workers")).hasSize(3);
    assertThat(stored.get("planned")).isEqualTo(3);
    assertThat(stored.get("unplaced")).isEqualTo(0);
    assertThat(stored.get("reason")).isNull();

    Map<?, ?> excluded = chunk(OLD);
    assertThat((List<?>) excluded.get("workers")).isEmpty();
    assertThat(excluded.get("reason")).isEqualTo("BEFORE_FIRST_SEGMENT");
    assertThat(network.outcome(NetworkStatus.class).getExcluded()).isEqualTo(1);
    assertThat(chunk("nobody's").get("error")).isEqualTo("NOT_FOUND");
  }

  /** Section 7: the names of SQD's scheduler. */
  @Test
  void statusAndMetricsAreWhatSqdsProgramsRead() {
    assertThat(map("status.json", Map.of()).get("assignment_timestamp_sec")).isNull();
    network.tick(1000);
    network.send(7000, ping(3).build());
    network.tick(7999);
    Map<?, ?> status = map("status.json", Map.of());
    assertThat(status.keySet().stream().map(Object::toString))
        .containsExactly(
            "config", "workers", "datasets", "assignment_timestamp_sec", "effective_from");
    assertThat(status.get("config"))
        .isEqualTo(
            Map.of("supported_worker_versions", "*", "recommended_worker_versions", ">=2.0.0"));
    assertThat((List<?>) status.get("workers")).hasSize(4);
    assertThat(((Map<?, ?>) ((List<?>) status.get("workers")).get(0)).get("status"))
        .isEqualTo("online");
    assertThat(status.get("datasets")).isEqualTo(List.of(Map.of("id", DATASET, "height", 199L)));
    assertThat(status.get("assignment_timestamp_sec")).isEqualTo(7L);

    Map<?, ?> factors = (Map<?, ?>) map("generation", Map.of()).get("replication");
    String metrics = (String) ask("metrics.txt", Map.of("network", "a\"b"));
    String share = "{network=\"a\\\"b\",dataset=\"" + DATASET + "\",dataset_segment=\"" + DATASET;
    assertThat(metrics.lines())
        .contains(
            "# TYPE scheduler_dataset_chunks gauge",
            "scheduler_dataset_chunks" + share + "[100..]\"} 1",
            "scheduler_dataset_size_bytes" + share + "[100..]\"} " + GIB,
            "scheduler_replication_factor" + share + "[100..]\"} " + factors.get("1"),
            "scheduler_assigned_chunks{network=\"a\\\"b\",worker=\"" + peer(0) + "\"} 1",
            "scheduler_worker_status{network=\"a\\\"b\",worker=\""
                + peer(0)
                + "\",status=\"online\"} 1",
            "scheduler_failure{network=\"a\\\"b\",target=\"min_assignment\"} 0",
            "scheduler_assignment_timestamp_seconds{network=\"a\\\"b\"} 7");
    assertThat(metrics).endsWith("# EOF\n");
  }

  /**
   * 18 GiB of room of three workers, six copies of 3 GiB fit and two of a chunk of 8 GiB do not.
   */
  @Test
  void aChunkSomeOfWhoseCopiesHaveNoRoomIsNamed() {
    network.send(500, policy().setMinReplication(1).setSaturation(1.0).build());
    network.send(600, ping(0).setCapacityBytes(4 * GIB).build());
    network.send(600, ping(1).setCapacityBytes(4 * GIB).build());
    network.send(600, ping(2).setCapacityBytes(10 * GIB).build());
    String large = "0000000000/0000000200-0000000299-cccc";
    network.send(700, listing(Map.of(large, 3 * GIB + 1)));
    network.send(700, listing(Map.of("0000000000/0000000300-0000000399-dddd", GIB)));
    network.tick(2000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getUnplaced()).isPositive();
    assertThat(status.getUnplacedChunks()).isNotEmpty();
    long copies = status.getUnplacedChunks().stream().mapToLong(UnplacedChunk::getCopies).sum();
    assertThat(copies).isEqualTo(status.getUnplaced());
    UnplacedChunk first = status.getUnplacedChunks().get(0);
    assertThat(chunk(first.getChunk()).get("unplaced")).isEqualTo(first.getCopies());
  }

  @Test
  void aRefusedGenerationIsTheReasonWhyAChunkWaits() {
    network.tick(1000);
    String late = "0000000000/0000000200-0000000299-cccc";
    network.send(2000, listing(Map.of("early", GIB, late, GIB)));
    network.send(2000, policy().setMinReplication(50).build());
    network.tick(3000);
    assertThat(chunk(late).get("reason")).isEqualTo("GENERATION_REFUSED");
    assertThat(chunk("early").get("reason"))
        .as("no generation will have it")
        .isEqualTo("BEFORE_FIRST_SEGMENT");
    assertThat((String) map("generation", Map.of()).get("refused")).contains("50 times");
  }

  @Test
  void datasetsWorkersAndThePolicyAreToldByTheNamesThatRecordsHave() {
    network.tick(1000);
    Map<?, ?> dataset = (Map<?, ?>) ((List<?>) ask("datasets", Map.of())).get(0);
    assertThat(dataset.get("chunks")).isEqualTo(2L);
    assertThat(dataset.get("excluded")).isEqualTo(1L);
    assertThat(dataset.get("lastBlock")).isEqualTo(199L);
    assertThat((List<?>) ask("workers", Map.of())).hasSize(3);
    Map<?, ?> policy = map("policy", Map.of());
    assertThat(policy.get("rings")).isEqualTo(10);
    assertThat(policy.get("pingTimeoutMs")).isEqualTo(600_000L);
    assertThat(policy.get("segments").toString()).contains("from=100");
    Map<?, ?> cliff = (Map<?, ?>) ((List<?>) map("generation", Map.of()).get("cliffs")).get(0);
    assertThat(cliff.get("risesAfterBytes")).as("each worker has a copy").isNull();
  }

  @Test
  void aNetworkIsToldAsAWholeByNameSoThatADifferenceNamesWhatDiffers() {
    network.tick(1000);
    Map<?, ?> state = map("state", Map.of());
    assertThat(state.keySet().stream().map(String.class::cast))
        .containsExactly(
            "datasets", "generation", "listings", "marks", "policy", "standingPolicy", "workers");
    Map<?, ?> worker = (Map<?, ?>) ((Map<?, ?>) state.get("workers")).get(peer(0));
    assertThat(worker.get("status")).isEqualTo("ONLINE");
    Map<?, ?> dataset = (Map<?, ?>) ((Map<?, ?>) state.get("datasets")).get(DATASET);
    assertThat(dataset.get("chunks")).isEqualTo(2L);
  }

  @Test
  void aWholeSetIsToldWithItsSizes() {
    network.tick(1000);
    Map<?, ?> set = map("assignment", Map.of("worker", peer(0)));
    assertThat(set.get("datasets")).isEqualTo(Map.of(DATASET, Map.of(NEW, GIB)));
    assertThat(set.get("generation")).isEqualTo(1L);
    assertThat(set.get("effectiveFrom")).isEqualTo(60_250L);
    assertThat(map("assignment", Map.of("worker", "x")).get("error")).isEqualTo("NOT_FOUND");
  }

  @Test
  void workersThatDoNotCountLimitTheFactors() {
    network.send(500, ping(1).setSuspicious(true).build());
    network.tick(1000);
    Map<?, ?> limits = map("limits", Map.of());
    assertThat(limits.get("counting")).isEqualTo(2);
    Map<?, ?> uncounted = (Map<?, ?>) ((List<?>) limits.get("uncounted")).get(0);
    assertThat(uncounted.get("worker")).isEqualTo(peer(1));
    assertThat(uncounted.get("status")).isEqualTo("SUSPICIOUS");
    Map<?, ?> weight = (Map<?, ?>) ((List<?>) limits.get("weights")).get(0);
    assertThat(weight.get("limit")).isEqualTo("WORKERS");
    assertThat(weight.get("replicationFactor")).isEqualTo(2);
    assertThat((String) weight.get("detail")).contains("2 workers count");
  }

  @Test
  void aWorkerIsToldWithWhatItHolds() {
    network.tick(1000);
    Map<?, ?> worker = map("worker", Map.of("worker", peer(0)));
    assertThat(worker.get("status")).isEqualTo("ONLINE");
    assertThat((List<?>) worker.get("held")).hasSize(1);
    assertThat(map("worker", Map.of("worker", "x")).get("error")).isEqualTo("NOT_FOUND");
    assertThatThrownBy(() -> ask("worker", Map.of())).hasMessageContaining("'worker'");
    assertThatThrownBy(() -> ask("worker", Map.of("worker", peer(0), "limit", -1)))
        .hasMessageContaining("'limit' is -1");
  }
}
