package dev.rota.lab.verbs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunkRefused;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementPath;
import dev.rota.chunks.ShortageReason;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SentListingsTest {
  private static final TopicPartition AT = new TopicPartition("chunk-listings", 3);

  private final SentListings listings = new SentListings();

  @BeforeAll
  static void trust() {
    GeneratedClasses.trust();
  }

  private void sent(int chunks, long offset) {
    RecordMetadata at = new RecordMetadata(AT, offset, 0, 0, 0, 0);
    listings.sent("s3://a", chunks, CompletableFuture.completedFuture(at));
  }

  /** What the input at the offset came to; {@code generationAt} null: none is due. */
  private boolean answered(long offset, int added, int refused, Long generationAt) {
    List<ChunkRefused> refusals =
        IntStream.range(0, refused)
            .mapToObj(i -> new ChunkRefused("c" + i, ChunkRefusal.CONFLICT, "it is listed"))
            .toList();
    return hear(
        "chunk-listings/3/" + offset,
        ChunkOutcome.newBuilder()
            .setDataset("s3://a")
            .setOutcome(ListingOutcomeKind.LISTED)
            .setAdded(added)
            .setRemoved(0)
            .setUnchanged(0)
            .setRefused(refused)
            .setRefusals(refusals)
            .setChunks(9)
            .setBytes(9)
            .setGenerationAt(generationAt)
            .build());
  }

  private boolean made(long generation, long copies, long moved) {
    return listings.hear(
        "",
        new NetworkOutcome(
            "net",
            0L,
            generation,
            NetworkStatus.newBuilder()
                .setPath(PlacementPath.REPAIR)
                .setMovedBytes(moved * 10)
                .setMovedCopies(moved)
                .setDroppedCopies(0)
                .setCopies(copies)
                .setUnplaced(0)
                .setFill(0.5)
                .setCliffs(List.of())
                .setDatasets(List.of())
                .setWorkers(List.of())
                .build()));
  }

  private boolean hear(String source, Object event) {
    return listings.hear(source, new NetworkOutcome("net", 0L, 6L, event));
  }

  @Test
  void itIsOverWhenEachListingHasItsAnswerAndTheGenerationAfterThemIsMade() {
    assertThat(listings.isOpen()).isFalse();
    sent(5, 70);
    sent(4, 72);
    assertThat(answered(70, 5, 0, 1000L)).isTrue();
    assertThat(made(7, 10, 10)).isTrue();
    assertThat(listings.isOpen()).isTrue();
    assertThat(listings.missing()).isEqualTo("1 records wait");
    assertThat(answered(72, 4, 0, 2000L)).isTrue();
    assertThat(listings.isOpen()).isTrue();
    assertThat(listings.missing()).contains("generation");
    assertThat(made(8, 18, 8)).isTrue();
    assertThat(listings.isOpen()).isFalse();
    assertThat(listings.settled()).isEqualTo(9);
    ImportReport report = listings.report(0);
    assertThat(report.exit()).isEqualTo(ExitCode.OK);
    assertThat(report.text())
        .contains(
            "  generation   8, REPAIR: 18 copies; 18 copies or 180 bytes moved in 2 generations");
  }

  /** Of three records, as far as they have come. */
  private boolean part(long offset, ListingOutcomeKind kind, int received, int added, int refused) {
    return hear(
        offset < 0 ? "" : "chunk-listings/3/" + offset,
        ChunkOutcome.newBuilder()
            .setDataset("s3://a")
            .setOutcome(kind)
            .setAdded(added)
            .setRemoved(received == 3 ? 2 : 0)
            .setUnchanged(0)
            .setRefused(refused)
            .setChunks(9)
            .setBytes(9)
            .setGenerationAt(8000L)
            .setListing("import-1")
            .setPart(offset < 0 ? null : received - 1)
            .setReceived(received)
            .setDetail(offset < 0 ? "no part came" : null)
            .build());
  }

  @Test
  void aListingOfManyRecordsCountsOnceWithItsLastOne() {
    sent(5, 70);
    sent(4, 72);
    sent(4, 73);
    assertThat(part(70, ListingOutcomeKind.RECEIVED, 1, 5, 0)).isTrue();
    assertThat(made(7, 10, 10)).as("a generation without it").isFalse();
    assertThat(part(72, ListingOutcomeKind.RECEIVED, 2, 3, 1)).isTrue();
    assertThat(part(73, ListingOutcomeKind.LISTED, 3, 12, 1)).isTrue();
    assertThat(listings.isOpen()).as("its generation is still to come").isTrue();
    made(8, 18, 8);
    assertThat(listings.isOpen()).isFalse();
    assertThat(listings.count("added")).isEqualTo(12);
    assertThat(listings.count("refused")).isEqualTo(1);
    assertThat(listings.report(0).text())
        .contains("  listed       12 new, 0 unchanged, 1 refused, 2 removed");
  }

  @Test
  void aListingThatEndsBeforeItIsCompleteIsTold() throws IOException {
    sent(5, 70);
    sent(4, 72);
    part(70, ListingOutcomeKind.RECEIVED, 1, 5, 0);
    assertThat(part(-1, ListingOutcomeKind.EXPIRED, 1, 0, 0)).isTrue();
    assertThat(listings.isOpen()).isFalse();
    ImportReport report = listings.report(0);
    assertThat(report.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(report.text())
        .contains("  remark       the listing is not complete: EXPIRED, no part came");
    assertThat(new ObjectMapper().readTree(report.json()).at("/lost").asText())
        .isEqualTo("EXPIRED, no part came");
  }

  @Test
  void whatOthersListAndGenerationsBeforeAreNotOurs() {
    sent(5, 70);
    assertThat(made(7, 10, 10)).isFalse();
    assertThat(answered(69, 1, 0, 1000L)).isFalse();
    assertThat(answered(71, 1, 1, 1000L)).isFalse();
    assertThat(answered(70, 5, 0, null)).isTrue();
    assertThat(listings.isOpen()).as("none is due").isFalse();
    assertThat(listings.count("added")).isEqualTo(5);
    assertThat(listings.count("refused")).isZero();
    assertThat(listings.generations().count()).isZero();
  }

  /** The last generation may have been refused. */
  @Test
  void aListingThatChangesNothingIsNotReportedAsPlaced() {
    sent(5, 70);
    answered(70, 0, 0, null);
    ImportReport report = listings.report(0);
    assertThat(report.exit()).isEqualTo(ExitCode.OK);
    assertThat(report.text())
        .contains(
            "chunks: ALL LISTED",
            "  generation   none: nothing waits for one; the query 'generation' says which stands")
        .doesNotContain("chunks: ALL PLACED");
  }

  @Test
  void aGenerationThatIsRefusedAndNotMadeLaterIsNoSuccess() throws IOException {
    sent(5, 70);
    answered(70, 5, 0, 1000L);
    hear(
        "",
        GenerationRefused.newBuilder()
            .setReason(ShortageReason.NOT_ENOUGH_CAPACITY)
            .setDetail("no room for it")
            .build());
    assertThat(listings.isOpen()).isFalse();
    ImportReport report = listings.report(0);
    assertThat(report.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(report.text()).contains("  generation   none: NOT_ENOUGH_CAPACITY, no room for it");
    assertThat(new ObjectMapper().readTree(report.json()).at("/generationRefused/detail").asText())
        .isEqualTo("no room for it");
    made(7, 10, 10);
    assertThat(listings.report(0).exit()).isEqualTo(ExitCode.OK);
    assertThat(listings.report(1).exit()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void theFirstReasonsAreToldAndTheOthersCounted() {
    sent(13, 70);
    answered(70, 1, 12, null);
    ImportReport report = listings.report(0);
    assertThat(report.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(report.text())
        .contains(
            "  remark       s3://a/c9: CONFLICT, it is listed",
            "  remark       2 more were refused")
        .doesNotContain("  remark       s3://a/c10: CONFLICT, it is listed");
  }
}
