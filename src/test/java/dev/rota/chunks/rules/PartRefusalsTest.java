package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.LoneNetwork;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parts that cannot be: each is told which field, why and what to do, and changes nothing. */
class PartRefusalsTest {
  private final LoneNetwork network = new LoneNetwork();

  private void refused(ChunkListing.Builder record, ChunkRefusal reason, String detail) {
    long digest = network.digest();
    network.send(1000, record.build());
    ChunkOutcome outcome = network.outcome(ChunkOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome.getRefused()).isEqualTo(1);
    assertThat(outcome.getRefusals().get(0).getChunk()).isEmpty();
    assertThat(outcome.getRefusals().get(0).getReason()).isEqualTo(reason);
    assertThat(outcome.getRefusals().get(0).getDetail()).contains(detail);
    assertThat(outcome.getListing()).isEqualTo(record.getListing());
    assertThat(network.digest()).isEqualTo(digest);
  }

  private static ChunkListing.Builder one(String id, int number, Integer parts) {
    return part(id, number, parts, Map.of("c" + number, 5L));
  }

  private void taken(ChunkListing.Builder record) {
    network.send(1000, record.build());
    assertThat(network.outcome(ChunkOutcome.class).getOutcome())
        .isEqualTo(ListingOutcomeKind.RECEIVED);
  }

  @Test
  void anIdIsAName() {
    for (String id : new String[] {"", "a b", "-a", "a/b", "\u00e9", "x".repeat(129)}) {
      refused(one(id, 0, 2), ChunkRefusal.INVALID_ARGUMENT, "listing must match [A-Za-z0-9]");
    }
    taken(one("0A.b_c:d-" + "x".repeat(119), 0, 2));
  }

  @Test
  void partsHaveTheirRange() {
    refused(one("a", -1, null), ChunkRefusal.OUT_OF_RANGE, "part is -1: from 0 to 99999");
    refused(one("a", 100_000, null), ChunkRefusal.OUT_OF_RANGE, "part is 100000");
    refused(one("a", 0, 0), ChunkRefusal.OUT_OF_RANGE, "parts is 0: from 1 to 100000");
    refused(one("a", 0, 100_001), ChunkRefusal.OUT_OF_RANGE, "parts is 100001");
    refused(one("a", 2, 2), ChunkRefusal.OUT_OF_RANGE, "part is 2, of 2 parts: the first is 0");
    taken(one("a", 0, 100_000));
    taken(one("a", 99_999, null));
  }

  @Test
  void whatIsOfPartsNeedsAnId() {
    refused(one(null, 1, null), ChunkRefusal.INVALID_ARGUMENT, "give it the id of its own");
    refused(one(null, 0, 2), ChunkRefusal.INVALID_ARGUMENT, "part, parts and abort");
    refused(one(null, 0, null).setAbort(true), ChunkRefusal.INVALID_ARGUMENT, "part, parts");
    network.send(1000, one(null, 0, 1).build());
    assertThat(network.outcome(ChunkOutcome.class).getOutcome())
        .as("one part is all of it")
        .isEqualTo(ListingOutcomeKind.LISTED);
  }

  @Test
  void aDatasetNeedsAName() {
    refused(one("a", 0, 2).setDataset(""), ChunkRefusal.INVALID_ARGUMENT, "dataset is empty");
  }

  @Test
  void onlyTheFirstPartOpensAListing() {
    refused(one("a", 1, 2), ChunkRefusal.NOT_FOUND, "no listing a is open");
    refused(one("a", 1, 2).setAbort(true), ChunkRefusal.NOT_FOUND, "nothing to abort");
  }

  @Test
  void partsDoNotContradictEachOther() {
    taken(one("a", 0, null));
    taken(one("a", 3, null));
    refused(one("a", 1, 3), ChunkRefusal.CONFLICT, "parts is 3, and part 3 came");
    taken(one("a", 1, 5));
    refused(one("a", 2, 6), ChunkRefusal.CONFLICT, "parts is 6, and another part said 5");
    refused(one("a", 5, null), ChunkRefusal.CONFLICT, "part is 5, and the listing has 5 parts");
    taken(one("a", 2, 5));
    network.send(1000, one("a", 4, null).build());
    assertThat(network.outcome(ChunkOutcome.class).getOutcome())
        .isEqualTo(ListingOutcomeKind.LISTED);
    refused(one("a", 5, null), ChunkRefusal.CONFLICT, "the listing has 5 parts");
  }

  @Test
  void aPartWhoseChunksAreAllRefusedHasComeAllTheSame() {
    network.send(1000, part("a", 0, 2, Map.of("c0", 0L)).build());
    ChunkOutcome outcome = network.outcome(ChunkOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(ListingOutcomeKind.RECEIVED);
    assertThat(outcome.getRefused()).isEqualTo(1);
    assertThat(outcome.getReceived()).isEqualTo(1);
    network.send(1000, one("a", 1, 2).build());
    assertThat(network.outcome(ChunkOutcome.class).getRefused()).as("of all of it").isEqualTo(1);
    assertThat(network.listed("c1")).isEqualTo(5);
  }

  @Test
  void aThousandMayBeOpen() {
    for (int i = 0; i < ListingIndex.OPEN_MAX; i++) {
      taken(one("l" + i, 0, 2).setDataset("d" + i));
    }
    refused(
        one("a", 0, 2), ChunkRefusal.TOO_MANY_LISTINGS, "1000 listings are open: wait until one");
    network.send(1000, listing(Map.of("c", 5L)));
    assertThat(network.outcome(ChunkOutcome.class).getOutcome())
        .isEqualTo(ListingOutcomeKind.LISTED);
    network.send(1000, one("l7", 1, 2).setDataset("d7").build());
    taken(one("a", 0, 2));
  }
}
