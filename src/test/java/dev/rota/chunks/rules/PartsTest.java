package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.queries.ChunksQueries;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listing of many records (rule 1): it counts when all of them are there, and all at once. */
class PartsTest {
  private static final long TIMEOUT = 600_000;

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void oneChunkOnThreeWorkers() {
    network.send(0, policy().setRings(10).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("old", GIB)));
    network.tick(1000);
    assertThat(generation()).isEqualTo(1);
  }

  private long generation() {
    return network.state().standing().generation();
  }

  private ChunkOutcome outcome() {
    return network.outcome(ChunkOutcome.class);
  }

  private ListingOutcomeKind kind() {
    return outcome().getOutcome();
  }

  @Test
  void nothingOfItCountsWhateverHappensUntilItsLastPartIsThere() {
    network.send(2000, part("a", 0, 3, Map.of("c0", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.RECEIVED);
    assertThat(outcome().getAdded()).isEqualTo(1);
    assertThat(outcome().getChunks()).as("that count").isEqualTo(1);
    assertThat(outcome().getGenerationAt()).isNull();
    network.send(2100, ping(3).build());
    network.tick(3000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets().get(0).getChunks()).isEqualTo(1);
    network.send(3100, part("a", 1, 3, Map.of("c1", GIB), "old").build());
    network.send(3200, policy().setMinReplication(3).build());
    network.restart();
    network.tick(4000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets().get(0).getChunks()).isEqualTo(1);
    assertThat(network.listed("old")).isEqualTo(GIB);
    assertThat(network.listed("c0")).isEqualTo(ChunkRow.NONE);

    network.restart();
    network.send(5000, part("a", 2, 3, Map.of("c2", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(outcome().getAdded()).as("by all of it").isEqualTo(3);
    assertThat(outcome().getRemoved()).isEqualTo(1);
    assertThat(outcome().getChunks()).isEqualTo(3);
    assertThat(outcome().getBytes()).isEqualTo(3 * GIB);
    assertThat(outcome().getGenerationAt()).isEqualTo(5250);
    network.tick(6000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets().get(0).getChunks()).isEqualTo(3);
    assertThat(network.listed("old")).isEqualTo(ChunkRow.NONE);
  }

  @Test
  void severalDatasetsCountTogether() {
    network.send(2000, part("a", 0, null, Map.of("c0", GIB)).build());
    network.send(2000, part("a", 1, null, Map.of("c1", GIB)).setDataset("s3://two").build());
    network.send(2000, part("a", 2, null, Map.of("c2", GIB)).setDataset("s3://two").build());
    network.tick(3000);
    assertThat(network.state().datasets()).containsOnlyKeys(DATASET);
    network.send(4000, part("a", 3, 4, Map.of("c3", GIB)).build());
    assertThat(network.state().dataset(DATASET).chunks()).isEqualTo(3);
    assertThat(network.state().dataset("s3://two").chunks()).isEqualTo(2);
    network.tick(5000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets()).hasSize(2);
    assertThat(generation()).isEqualTo(2);
  }

  @Test
  void partsMayComeInAnyOrderAfterTheFirstAndAgain() {
    network.send(2000, part("a", 0, null, Map.of("c0", GIB)).build());
    network.send(2100, part("a", 3, 4, Map.of("c3", GIB)).build());
    assertThat(outcome().getReceived()).isEqualTo(2);
    assertThat(outcome().getMissing()).containsExactly(1, 2);
    long digest = network.digest();
    network.send(2100, part("a", 3, 4, Map.of("c3", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REPEATED);
    assertThat(outcome().getReceived()).isEqualTo(2);
    assertThat(outcome().getDetail()).contains("part 3 came before");
    assertThat(network.digest()).isEqualTo(digest);
    network.send(2200, part("a", 2, null, Map.of("c2", GIB)).build());
    network.send(2300, part("a", 1, 4, Map.of()).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(outcome().getAdded()).isEqualTo(3);
  }

  @Test
  void theIdOfACompleteOneIsRememberedForAWhile() {
    network.send(2000, part("a", 0, 2, Map.of("c0", GIB)).build());
    network.send(2000, part("a", 1, 2, Map.of("c1", GIB)).build());
    network.send(2000, listing(Map.of(), "c1"));
    network.send(2000 + TIMEOUT, part("a", 1, 2, Map.of("c1", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REPEATED);
    assertThat(outcome().getDetail()).contains("give another listing an id of its own");
    assertThat(network.listed("c1")).isEqualTo(ChunkRow.NONE);
    network.send(2001 + TIMEOUT, part("a", 1, 2, Map.of("c1", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome().getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.NOT_FOUND);
  }

  @Test
  void oneThatIsNotFinishedExpiresAndIsTold() {
    network.send(2000, part("a", 0, 5, Map.of("c0", GIB)).build());
    assertThat(outcome().getExpiresAt()).isEqualTo(2001 + TIMEOUT);
    network.send(3000, part("a", 3, 5, Map.of("c3", GIB)).setDataset("s3://two").build());
    assertThat(outcome().getExpiresAt()).isEqualTo(3001 + TIMEOUT);
    network.tick(3000 + TIMEOUT);
    assertThat(network.outcomes(ChunkOutcome.class)).isEmpty();
    network.restart();
    network.tick(3001 + TIMEOUT);
    assertThat(kind()).isEqualTo(ListingOutcomeKind.EXPIRED);
    assertThat(outcome().getListing()).isEqualTo("a");
    assertThat(outcome().getDataset()).isEqualTo(DATASET);
    assertThat(outcome().getReceived()).isEqualTo(2);
    assertThat(outcome().getParts()).isEqualTo(5);
    assertThat(outcome().getMissing()).containsExactly(1, 2, 4);
    assertThat(outcome().getDetail()).contains("600000 ms", "2 of 5 parts came");
    assertThat(network.state().datasets()).containsOnlyKeys(DATASET);

    network.send(3002 + TIMEOUT, part("a", 4, 5, Map.of("c4", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REFUSED);
    network.send(3002 + TIMEOUT, part("a", 0, 1, Map.of("c0", 5L)).build());
    assertThat(kind()).as("begun anew").isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(network.listed("c0")).isEqualTo(5);
  }

  @Test
  void aShorterTimeoutEndsThoseThatAreOverdue() {
    network.send(2000, part("a", 0, 2, Map.of("c0", GIB)).build());
    network.send(5000, policy().setListingTimeoutMs(4000L).build());
    assertThat(network.outcomes(ChunkOutcome.class)).isEmpty();
    network.send(5500, policy().setListingTimeoutMs(3499L).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.EXPIRED);
    assertThat(network.state().listings().all()).isEmpty();
    network.send(6000, policy().setListingTimeoutMs(0L).build());
    assertThat(network.outcome(PolicyOutcome.class).getDetail())
        .contains("listingTimeoutMs is 0: from 1 to");
  }

  @Test
  void itCanBeGivenUp() {
    network.send(2000, part("a", 0, 2, Map.of("c0", GIB)).build());
    network.send(2100, part("a", 0, null, Map.of()).setDataset("").setAbort(true).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.ABORTED);
    assertThat(outcome().getDataset()).isEqualTo(DATASET);
    assertThat(outcome().getMissing()).containsExactly(1);
    assertThat(network.state().listings().all()).isEmpty();
    assertThat(network.state().inventory().comings()).isEmpty();
    network.send(2200, part("a", 1, 2, Map.of("c1", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REFUSED);
    network.send(2300, part("a", 0, null, Map.of()).setAbort(true).build());
    assertThat(outcome().getRefusals().get(0).getDetail()).contains("nothing to abort");
  }

  @Test
  void anotherListingOfOneOfItsDatasetsTakesItsPlace() {
    network.send(2000, part("a", 0, 3, Map.of("c0", GIB)).build());
    network.send(2000, part("a", 1, 3, Map.of("c1", GIB)).setDataset("s3://two").build());
    network.send(2100, part("b", 0, 2, Map.of("d0", GIB)).setDataset("s3://three").build());
    assertThat(network.outcomes(ChunkOutcome.class)).hasSize(1);
    network.send(2200, part("b", 1, 2, Map.of("d1", GIB)).setDataset("s3://two").build());
    List<ChunkOutcome> told = network.outcomes(ChunkOutcome.class);
    assertThat(told).hasSize(2);
    assertThat(told.get(0).getOutcome()).isEqualTo(ListingOutcomeKind.REPLACED);
    assertThat(told.get(0).getListing()).isEqualTo("a");
    assertThat(told.get(0).getMissing()).containsExactly(2);
    assertThat(told.get(0).getDetail()).contains("s3://two", "2 of 3 parts came");
    assertThat(told.get(1).getOutcome()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(network.listed("c0")).isEqualTo(ChunkRow.NONE);
    assertThat(network.state().datasets().keySet())
        .containsExactly(DATASET, "s3://three", "s3://two");
    network.send(2300, part("a", 2, 3, Map.of("c2", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.REFUSED);
  }

  @Test
  void listingsOfOtherDatasetsDoNotMeet() {
    network.send(2000, part("a", 0, 2, Map.of("c0", GIB)).build());
    network.send(2000, part("b", 0, 2, Map.of("d0", GIB)).setDataset("s3://two").build());
    network.send(2100, part("a", 1, 2, Map.of("c1", GIB)).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.LISTED);
    network.send(2200, part("b", 1, 2, Map.of("d1", GIB)).setDataset("s3://two").build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(network.state().dataset("s3://two").chunks()).isEqualTo(2);
  }

  @Test
  void oneThatChangesNothingAsksForNoGeneration() {
    network.send(2000, part("a", 0, 2, Map.of("old", GIB)).setReplace(true).build());
    network.send(2000, part("a", 1, 2, Map.of()).setReplace(true).build());
    assertThat(kind()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(outcome().getUnchanged()).isEqualTo(1);
    assertThat(outcome().getGenerationAt()).isNull();
  }

  @Test
  void openOnesAreToldWhenAsked() {
    network.send(2000, part("a", 0, 4, Map.of("old", 7L)).setReplace(true).build());
    network.send(2000, part("a", 2, 4, Map.of("c2", GIB)).setDataset("s3://two").build());
    Map<?, ?> open = (Map<?, ?>) ((List<?>) ask("listings", Map.of())).get(0);
    assertThat(open.get("listing")).isEqualTo("a");
    assertThat(open.get("received")).isEqualTo(2);
    assertThat(open.get("missing")).isEqualTo(List.of(1, 3));
    assertThat(open.get("expiresAt")).isEqualTo(2001 + TIMEOUT);
    assertThat(open.get("datasets").toString())
        .contains("bytesToCome=7", "dataset=" + DATASET, "replace=true", "s3://two");
    assertThat(ask("check", Map.of()).toString()).contains("listing=a");
    Map<?, ?> chunk = (Map<?, ?>) ask("chunk", Map.of("dataset", DATASET, "chunk", "old"));
    assertThat(chunk.get("bytes")).isEqualTo(GIB);
    assertThat(chunk.get("bytesToCome")).isEqualTo(7L);
    assertThat(chunk.get("listing")).isEqualTo("a");
    assertThat(((Map<?, ?>) ask("policy", Map.of())).get("listingTimeoutMs")).isEqualTo(TIMEOUT);
  }

  private Object ask(String query, Map<String, Object> args) {
    return ChunksQueries.all().get(query).answer(network.state(), new QueryArguments(args));
  }
}
