package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.kernel.domain.Output;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The compacted topic holds each worker's last whole set, which its own pings renew. */
class AssignmentSnapshotsTest {
  private static final long DAY = 86_400_000;

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void manyChunksFitOnEachWorker() {
    network.send(0, policy().setRings(10).setForgetAfterMs(9 * DAY).setPingTimeoutMs(DAY).build());
  }

  @Test
  void aWorkerThatJoinsHasAnEmptySetAtOnce() {
    network.send(0, ping(0).build());
    WorkerAssignment set = only(0, 0);
    assertThat(set.getSnapshot()).isTrue();
    assertThat(set.getGeneration()).isZero();
    assertThat(set.getChunks()).isZero();
    assertThat(set.getDigest()).isEqualTo("0".repeat(32));
    network.send(1, ping(0).build());
    assertThat(network.kept()).as("nothing has changed since").isEmpty();
  }

  @Test
  void itsNextPingAfterDeltasThatOutweighItsSetRenewsIt() {
    standing(4);
    network.send(2000, ping(0).build());
    WorkerAssignment set = only(0, 0);
    assertThat(set.getGeneration()).isEqualTo(1);
    assertThat(set.getAdded()).hasSize(4);
    assertThat(set.getChunks()).isEqualTo(4);
    network.send(2001, ping(0).build());
    assertThat(network.kept()).isEmpty();

    network.send(3000, listing(Map.of("more", 5L)));
    network.tick(4000);
    network.send(5000, ping(0).build());
    assertThat(network.kept()).as("one of five is not worth it").isEmpty();
    network.restart();
    network.send(6000, listing(Map.of("c0", 7L), "c0"));
    network.send(6000, listing(Map.of("m1", 5L, "m2", 5L, "m3", 5L)));
    network.tick(7000);
    network.send(8000, ping(0).build());
    assertThat(network.kept()).as("five of eight").isEmpty();
    network.send(8001, listing(Map.of(), "m1", "m2", "m3"));
    network.tick(9000);
    network.send(9001, ping(0).build());
    assertThat(only(0, 0).getAdded()).as("eight of five").hasSize(5);
  }

  @Test
  void anOldOneIsRenewedIfThereAreDeltasSince() {
    standing(4);
    network.send(2000, ping(0).build());
    network.send(3000, listing(Map.of("more", 5L)));
    network.tick(4000);
    network.send(2000 + DAY - 1, ping(0).build());
    assertThat(network.kept()).isEmpty();
    network.send(2000 + DAY, ping(0).build());
    assertThat(only(0, 0).getAdded()).hasSize(5);
    network.send(2000 + 2 * DAY, ping(0).build());
    assertThat(network.kept()).as("nothing has changed since").isEmpty();
  }

  @Test
  void thePolicySaysHowOldItMayBe() {
    standing(4);
    network.send(2000, policy().setSnapshotAgeMs(0L).build());
    network.send(2000, ping(0).build());
    network.send(3000, listing(Map.of("more", 5L)));
    network.tick(4000);
    network.send(4001, ping(0).build());
    assertThat(only(0, 0).getAdded()).hasSize(5);
  }

  @Test
  void aLargeSetHasPartsAndOneThatShrinksWithdrawsTheLastOfThem() {
    Map<String, Long> chunks = new TreeMap<>();
    for (int chunk = 0; chunk < 3000; chunk++) {
      chunks.put("c%04d".formatted(chunk) + "x".repeat(495), 5L);
    }
    network.send(0, ping(0).build());
    network.send(0, listing(chunks));
    network.tick(1000);
    network.send(2000, ping(0).build());
    assertThat(keys()).containsExactly(peer(0) + "/0", peer(0) + "/1");
    WorkerAssignment second = (WorkerAssignment) network.kept().get(1).record();
    assertThat(second.getParts()).isEqualTo(2);
    assertThat(second.getChunks()).isEqualTo(3000);
    network.send(3000, listing().setReplace(true).build());
    network.send(3000, listing(Map.of("one", 5L)));
    network.tick(4000);
    network.send(5000, ping(0).build());
    assertThat(keys()).containsExactly(peer(0) + "/0", peer(0) + "/1");
    assertThat(network.kept().get(1).record()).as("part 1 is no more").isNull();
  }

  @Test
  void whoeverLeavesTakesItAlongAndWhoeverComesBackHasWhatItHolds() {
    standing(4);
    network.send(2000, ping(0).setLeaving(true).build());
    assertThat(keys()).containsExactly(peer(0) + "/0");
    assertThat(network.kept().get(0).record()).isNull();
    network.send(2001, ping(0).build());
    assertThat(only(0, 0).getAdded()).as("no generation was made without it").hasSize(4);
    network.send(3000, ping(0).setLeaving(true).build());
    network.tick(4000);
    network.send(5000, ping(0).build());
    assertThat(only(0, 0).getAdded()).isEmpty();
  }

  @Test
  void whoeverIsForgottenHasNone() {
    standing(4);
    network.tick(10 * DAY);
    assertThat(keys()).containsExactlyInAnyOrder(peer(0) + "/0", peer(1) + "/0");
    assertThat(network.kept()).allMatch(gone -> gone.record() == null);
  }

  @Test
  void aPolicyThatForgetsWorkersWithdrawsTheirs() {
    standing(4);
    network.send(DAY, policy().setForgetAfterMs(1L).build());
    assertThat(keys()).containsExactlyInAnyOrder(peer(0) + "/0", peer(1) + "/0");
    assertThat(network.kept()).allMatch(gone -> gone.record() == null);
  }

  /** Two workers hold so many chunks: generation 1. */
  private void standing(int chunks) {
    network.send(0, ping(0).build());
    network.send(0, ping(1).build());
    Map<String, Long> some = new TreeMap<>();
    for (int chunk = 0; chunk < chunks; chunk++) {
      some.put("c" + chunk, 5L);
    }
    network.send(0, listing(some));
    network.tick(1000);
    assertThat(network.kept()).as("a generation writes deltas").isEmpty();
  }

  private List<String> keys() {
    return network.kept().stream().map(Output::key).toList();
  }

  private WorkerAssignment only(int worker, int part) {
    assertThat(keys()).containsExactly(peer(worker) + "/" + part);
    WorkerAssignment set = (WorkerAssignment) network.kept().get(0).record();
    assertThat(set.getWorker()).isEqualTo(peer(worker));
    return set;
  }
}
