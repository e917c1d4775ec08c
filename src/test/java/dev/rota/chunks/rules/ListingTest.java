package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.placement.ChunkName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a listing may say, chunk by chunk (rule 1). */
class ListingTest {
  private static final String TOP = "0000000000/";
  private static final String FIRST = TOP + "0000000000-0000000099-aaaa";
  private static final String SECOND = TOP + "0000000100-0000000199-bbbb";

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void twoChunksOneAfterTheOther() {
    network.send(0, policy().setRings(10).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of(FIRST, GIB, SECOND, GIB)));
    network.tick(1000);
    assertThat(network.state().standing().generation()).isEqualTo(1);
  }

  @Test
  void aChunkMayNotHaveABlockOfAnother() {
    String both = TOP + "0000000050-0000000149-cccc";
    refused(listing(Map.of(both, 5L)), ChunkRefusal.OVERLAP, "50 to 149 overlap with 0 to 99");
    String same = TOP + "0000000100-0000000199-dddd";
    refused(listing(Map.of(same, 5L)), ChunkRefusal.OVERLAP, "100 to 199 overlap with 100 to 199");
    String around = TOP + "0000000150-0000000160-eeee";
    refused(listing(Map.of(around, 5L)), ChunkRefusal.OVERLAP, "150 to 160 overlap with 100 to");
  }

  @Test
  void aChunkMayTakeTheBlocksOfOneThatGoesWithTheSameListing() {
    String both = TOP + "0000000050-0000000250-cccc";
    network.send(5000, listing(Map.of(both, 5L), SECOND));
    assertThat(outcome().getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.OVERLAP);
    assertThat(listed(SECOND)).as("its removal counts").isEqualTo(ChunkRow.NONE);

    network.send(6000, listing(Map.of(both, 5L), FIRST));
    assertThat(outcome().getRefused()).isZero();
    assertThat(listed(both)).isEqualTo(5);
    assertThat(network.state().dataset(DATASET).lastBlock()).isEqualTo(250);
  }

  @Test
  void twoChunksOfOneListingMayNotOverlapEither() {
    ChunkListing two =
        listing()
            .setAdded(
                List.of(
                    new ListedChunk(TOP + "0000000300-0000000399-aaaa", 5L),
                    new ListedChunk(TOP + "0000000399-0000000400-bbbb", 5L)))
            .build();
    network.send(5000, two);
    assertThat(outcome().getAdded()).isEqualTo(1);
    assertThat(outcome().getRefusals().get(0).getDetail()).contains("399 to 400", "300 to 399");
  }

  @Test
  void aChunkEndsNoSoonerThanItBegins() {
    refused(
        listing(Map.of(TOP + "0000000900-0000000800-aaaa", 5L)),
        ChunkRefusal.OUT_OF_RANGE,
        "its last block is 800, before its first, 900");
  }

  @Test
  void anotherSizeThatCannotBeLeavesTheChunkAsItIs() {
    refused(listing(Map.of(FIRST, 0L), FIRST), ChunkRefusal.OUT_OF_RANGE, "bytes is 0");
    refused(listing(Map.of(FIRST, 3L << 32), FIRST), ChunkRefusal.OUT_OF_RANGE, "bytes is");
    assertThat(listed(FIRST)).isEqualTo(GIB);

    network.send(6000, listing(Map.of(FIRST, GIB / 2), FIRST));
    assertThat(outcome().getAdded()).isEqualTo(1);
    assertThat(outcome().getRemoved()).isEqualTo(1);
    assertThat(listed(FIRST)).isEqualTo(GIB / 2);
  }

  @Test
  void aWholeListingGivesSizesAndSaysEachOnce() {
    ChunkListing whole =
        listing()
            .setAdded(List.of(new ListedChunk(FIRST, 7L), new ListedChunk(FIRST, 8L)))
            .setReplace(true)
            .build();
    network.send(5000, whole);
    assertThat(outcome().getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.CONFLICT);
    assertThat(listed(FIRST)).isEqualTo(7);
    assertThat(listed(SECOND)).isEqualTo(ChunkRow.NONE);
  }

  @Test
  void aListingOfNoDatasetIsRefusedEvenIfItListsNothing() {
    network.send(5000, listing().setDataset("").setReplace(true).build());
    assertThat(outcome().getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome().getRefused()).isEqualTo(1);
  }

  private ChunkOutcome outcome() {
    return network.outcome(ChunkOutcome.class);
  }

  private long listed(String chunk) {
    return network.state().chunk(new ChunkName(DATASET, chunk)).listed();
  }

  private void refused(ChunkListing listing, ChunkRefusal reason, String detail) {
    long digest = network.digest();
    network.send(5000, listing);
    assertThat(outcome().getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome().getRefusals().get(0).getReason()).isEqualTo(reason);
    assertThat(outcome().getRefusals().get(0).getDetail()).contains(detail);
    assertThat(network.digest()).isEqualTo(digest);
  }
}
