package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.values.InputMaxima;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every number and time of an input has a largest value; beyond it, it is refused. */
class LargestValuesTest {
  private static final long MOST = 1L << 60;
  private static final long YEAR_10000 = 253_402_300_800_000L;

  private final LoneNetwork network = new LoneNetwork();

  @ParameterizedTest
  @ValueSource(longs = {YEAR_10000, Long.MAX_VALUE - 100, Long.MAX_VALUE})
  void nothingIsTakenAtTheEndOfTime(long atMillis) {
    network.send(atMillis, ping(0).build());
    WorkerOutcome worker = network.outcome(WorkerOutcome.class);
    assertThat(worker.getReason()).isEqualTo(PingRefusal.OUT_OF_RANGE);
    assertThat(worker.getDetail())
        .contains("at most 253402300799999", "correct the sender's clock");
    network.send(atMillis, listing(Map.of("a", 10L)));
    ChunkOutcome chunks = network.outcome(ChunkOutcome.class);
    assertThat(chunks.getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.OUT_OF_RANGE);
    assertThat(chunks.getGenerationAt()).isNull();
    network.send(atMillis, policy().setRings(7).build());
    refused(PolicyRefusal.OUT_OF_RANGE, "the lane's time is " + atMillis);
  }

  /** Every duration is the longest there is, and every sum is a time. */
  @Test
  void theLastTimeOfAllIsTaken() {
    long last = InputMaxima.TIME_MILLIS;
    long longest = InputMaxima.DURATION_MILLIS;
    ChunkPolicy patient =
        policy()
            .setRings(10)
            .setPingTimeoutMs(longest)
            .setForgetAfterMs(longest)
            .setListingTimeoutMs(longest)
            .setDebounceMs(longest)
            .setDebounceMaxMs(longest)
            .setAssignmentDelayMs(longest)
            .setSnapshotAgeMs(longest)
            .build();
    network.send(last, patient);
    network.send(last, ping(0).build());
    assertThat(network.outcome(WorkerOutcome.class).getOfflineAt()).isEqualTo(last + longest + 1);
    network.send(last, ping(1).build());
    network.send(last, listing(Map.of("a", 10L)));
    assertThat(network.outcome(ChunkOutcome.class).getGenerationAt()).isEqualTo(last + longest);
    network.tick(last + longest);
    assertThat(network.outcome(NetworkStatus.class).getEffectiveFrom())
        .isEqualTo(last + 2 * longest);
  }

  @Test
  void aPingBeforeTheEpochIsRefused() {
    network.send(5, ping(0).build());
    network.send(Long.MIN_VALUE, ping(0).build());
    refused("the record's timestamp is -9223372036854775808: at least 0");
  }

  @Test
  void theNumbersOfAPingHaveALargestValue() {
    network.send(0, ping(0).setCapacityBytes(MOST).setStoredBytes(MOST).setEpoch(MOST).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.ONLINE);
    refused(
        ping(1).setCapacityBytes(MOST + 1).build(),
        "capacityBytes is 1152921504606846977: from 1 to 1152921504606846976");
    refused(
        ping(1).setStoredBytes(Long.MAX_VALUE).build(),
        "storedBytes is 9223372036854775807: from 0 to 1152921504606846976, or null");
    refused(
        ping(1).setEpoch(MOST + 1).build(),
        "epoch is 1152921504606846977: from 0 to 1152921504606846976, or null");
  }

  @Test
  void theNumbersOfAPolicyHaveALargestValue() {
    ChunkPolicy largest =
        policy().setStaleBytes(MOST).setMaxEpochLag(MOST).setCapacityBytesMax(MOST).build();
    network.send(0, largest);
    assertThat(network.outcome(PolicyOutcome.class).getOutcome()).isEqualTo(PolicyOutcomeKind.SET);
    refused(policy().setStaleBytes(MOST + 1), "staleBytes is 1152921504606846977: from 0 to");
    refused(policy().setMaxEpochLag(MOST + 1), "maxEpochLag is 1152921504606846977: from -1 to");
    refused(policy().setCapacityBytesMax(MOST + 1), "capacityBytesMax is 1152921504606846977");
    DatasetSegment far = new DatasetSegment(Long.MIN_VALUE, 1.0, null);
    refused(
        policy().setSegments(Map.of("a", List.of(far))),
        "segments[a][0].from is -9223372036854775808: from -1152921504606846976 to");
  }

  /** The grammar is that of Semantic Versioning 2.0.0, and numbers have any length. */
  @ParameterizedTest
  @CsvSource({
    "2.6.0-rc.01, UNSUPPORTED_VERSION",
    "2.6.0+a..b, UNSUPPORTED_VERSION",
    "2.6.0-, UNSUPPORTED_VERSION",
    "02.6.0, UNSUPPORTED_VERSION",
    "2.6, UNSUPPORTED_VERSION",
    "1.99999999999999999999.0, UNSUPPORTED_VERSION",
    "18446744073709551615.0.0, ONLINE",
    "2.18446744073709551616.0-0a.0, ONLINE",
    "2.0.0+01.-, ONLINE"
  })
  void versionsAreSemantic(String version, Reliability status) {
    network.send(0, policy().setMinVersion("2.0.0").build());
    network.send(0, ping(0).setVersion(version).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(status);
    network.restart();
    network.send(1, ping(0).setVersion(version).build());
    assertThat(network.outcomes(WorkerOutcome.class)).as("nothing is new").isEmpty();
    network.send(2, policy().setMinVersion("2.0.0-rc.01").build());
    refused(PolicyRefusal.INVALID_ARGUMENT, "'2.0.0-rc.01' is no version");
  }

  private void refused(WorkerPing ping, String detail) {
    network.send(0, ping);
    refused(detail);
  }

  private void refused(String detail) {
    WorkerOutcome outcome = network.outcome(WorkerOutcome.class);
    assertThat(outcome.getReason()).isEqualTo(PingRefusal.OUT_OF_RANGE);
    assertThat(outcome.getDetail()).startsWith(detail);
  }

  private void refused(ChunkPolicy.Builder policy, String detail) {
    network.send(0, policy.build());
    refused(PolicyRefusal.OUT_OF_RANGE, detail);
  }

  private void refused(PolicyRefusal reason, String detail) {
    PolicyOutcome outcome = network.outcome(PolicyOutcome.class);
    assertThat(outcome.getReason()).isEqualTo(reason);
    assertThat(outcome.getDetail()).contains(detail);
  }
}
