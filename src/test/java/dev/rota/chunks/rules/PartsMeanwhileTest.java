package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.model.LoneNetwork;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an open listing makes of a dataset, and what records without an id mean to it (rule 1). */
class PartsMeanwhileTest {
  private static final String TOP = "0000000000/";
  private static final String FIRST = TOP + "0000000000-0000000099-aaaa";
  private static final String SECOND = TOP + "0000000100-0000000199-bbbb";
  private static final String THIRD = TOP + "0000000200-0000000299-cccc";
  private static final String ACROSS = TOP + "0000000150-0000000250-dddd";

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void twoChunks() {
    network.send(0, policy().setRings(10).build());
    network.send(0, listing(Map.of(FIRST, 10L, SECOND, 20L)));
  }

  private ChunkOutcome outcome() {
    return network.outcome(ChunkOutcome.class);
  }

  private void send(ChunkListing.Builder record) {
    network.send(1000, record.build());
    network.restart();
  }

  private ChunkListing.Builder replacing(int number, Map<String, Long> added) {
    return part("a", number, 3, added).setReplace(true);
  }

  private void refused(ChunkRefusal reason, String detail) {
    assertThat(outcome().getRefusals()).hasSize(1);
    assertThat(outcome().getRefusals().get(0).getReason()).isEqualTo(reason);
    assertThat(outcome().getRefusals().get(0).getDetail()).contains(detail);
  }

  private Map<String, Long> listed() {
    Map<String, Long> listed = new TreeMap<>();
    network.state().inventory().eachListed(DATASET, listed::put);
    return listed;
  }

  @Test
  void replaceLetsGoWhatNoPartNames() {
    send(replacing(0, Map.of(THIRD, 30L)));
    send(replacing(1, Map.of(FIRST, 11L)));
    assertThat(outcome().getAdded()).as("it gets another size").isEqualTo(1);
    assertThat(outcome().getRemoved()).isEqualTo(1);
    send(replacing(2, Map.of()));
    assertThat(outcome().getAdded()).isEqualTo(2);
    assertThat(outcome().getRemoved()).as("one resized, one that nobody named").isEqualTo(2);
    assertThat(outcome().getChunks()).isEqualTo(2);
    assertThat(listed()).isEqualTo(Map.of(FIRST, 11L, THIRD, 30L));
  }

  @Test
  void ofTwoChunksThatOverlapTheOneThatComesFirstCounts() {
    send(replacing(0, Map.of(ACROSS, 5L)));
    assertThat(outcome().getAdded()).isEqualTo(1);
    send(replacing(1, Map.of(SECOND, 20L)));
    refused(ChunkRefusal.OVERLAP, "100 to 199 overlap with 150 to 250");
    send(replacing(2, Map.of()));
    assertThat(listed()).isEqualTo(Map.of(ACROSS, 5L));
  }

  @Test
  void whatIsRefusedStaysAsItIsIfItCan() {
    send(replacing(0, Map.of(FIRST, 0L)));
    refused(ChunkRefusal.OUT_OF_RANGE, "bytes is 0");
    send(replacing(1, Map.of(FIRST, 7L)));
    refused(ChunkRefusal.CONFLICT, "listed with 10 bytes, not 7");
    send(replacing(2, Map.of()));
    assertThat(listed()).isEqualTo(Map.of(FIRST, 10L));
  }

  @Test
  void onePartMayTakeBackWhatAnotherSaid() {
    send(part("a", 0, 3, Map.of(THIRD, 30L), FIRST));
    send(part("a", 1, 3, Map.of(FIRST, 12L), THIRD));
    assertThat(outcome().getAdded()).isEqualTo(1);
    send(part("a", 2, 3, Map.of(SECOND, 21L), SECOND));
    assertThat(listed()).isEqualTo(Map.of(FIRST, 12L, SECOND, 21L));
  }

  @Test
  void aRecordWithoutAnIdCountsAtOnceAndStaysInTheListToCome() {
    send(replacing(0, Map.of(FIRST, 10L)));
    send(replacing(1, Map.of(SECOND, 20L)));
    send(ChunkListing.newBuilder(listing(Map.of(THIRD, 30L), SECOND)));
    assertThat(listed()).isEqualTo(Map.of(FIRST, 10L, THIRD, 30L));
    send(ChunkListing.newBuilder(listing(Map.of(FIRST, 11L), FIRST)));
    send(replacing(2, Map.of()));
    assertThat(outcome().getRemoved()).isZero();
    assertThat(listed()).isEqualTo(Map.of(FIRST, 11L, THIRD, 30L));
  }

  @Test
  void aRecordWithoutAnIdHasToFitIntoTheListToCome() {
    send(part("a", 0, 2, Map.of(THIRD, 30L), SECOND));
    send(ChunkListing.newBuilder(listing(Map.of(THIRD, 31L))));
    refused(ChunkRefusal.CONFLICT, "30 bytes in the listing a, which is open, not 31");
    send(ChunkListing.newBuilder(listing(Map.of(ACROSS, 31L), SECOND)));
    refused(ChunkRefusal.OVERLAP, "overlap with 200 to 299 of another chunk in the listing a");
    send(ChunkListing.newBuilder(listing(Map.of(THIRD, 30L))));
    assertThat(outcome().getAdded()).isEqualTo(1);
    send(part("a", 1, 2, Map.of()));
    assertThat(listed()).isEqualTo(Map.of(FIRST, 10L, THIRD, 30L));
  }

  @Test
  void whatTheListToComeMakesRoomForDoesNotFitYet() {
    send(part("a", 0, 2, Map.of(), SECOND));
    send(ChunkListing.newBuilder(listing(Map.of(ACROSS, 5L))));
    refused(ChunkRefusal.OVERLAP, "remove that one in the same listing");
    send(part("a", 1, 2, Map.of(ACROSS, 5L)));
    assertThat(listed()).isEqualTo(Map.of(FIRST, 10L, ACROSS, 5L));
  }

  @Test
  void aRecordThatReplacesTheDatasetTakesThePlaceOfTheListing() {
    send(part("a", 0, 2, Map.of(THIRD, 30L)));
    send(listing().setReplace(true).setRemoved(List.of("nobody's")));
    assertThat(network.outcomes(ChunkOutcome.class))
        .extracting(ChunkOutcome::getOutcome)
        .containsExactly(ListingOutcomeKind.REPLACED, ListingOutcomeKind.LISTED);
    assertThat(listed()).isEmpty();
    assertThat(network.state().inventory().comings()).isEmpty();
  }

  @Test
  void aRecordThatIsRefusedTakesNothingsPlace() {
    send(listing().setReplace(true));
    send(part("a", 0, 2, Map.of(THIRD, 30L)));
    send(ChunkListing.newBuilder(listing(Map.of(FIRST, 0L))).setReplace(true));
    assertThat(outcome().getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(network.state().inventory().comings()).hasSize(1);
  }

  @Test
  void allRecordsOfADatasetSayTheSameReplace() {
    send(part("a", 0, 2, Map.of(THIRD, 30L)));
    send(part("a", 1, 2, Map.of(FIRST, 10L)).setReplace(true));
    assertThat(outcome().getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    refused(ChunkRefusal.CONFLICT, "replace is true");
    send(part("a", 1, 2, Map.of("x", 10L)).setReplace(true).setDataset("s3://two"));
    assertThat(outcome().getOutcome()).isEqualTo(ListingOutcomeKind.LISTED);
  }
}
