package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.chunks.NetworkTraffic;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** A network that rules 2 decided goes on by rules 3, with what it has. */
class AdoptedNetworkTest {
  private static final String LANE = LoneNetwork.NETWORK;
  private static final int SEEDS = 150;
  private static final int EVENTS = 120;

  private static final RulesAdoption FORMER = new RulesAdoption(2);

  private final DomainCard<ChunksState, ChunksInput, ChunksFact> now = new ChunksDomain();

  @Test
  void aLaneAdoptsWhateverStandsInIt() {
    int behind = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LanesInMemory bench = byRules2();
      List<Traffic.Event> events =
          SeededHistories.hostile(new NetworkTraffic(), LANE, seed, EVENTS);
      int at = (int) (seed * 31 % EVENTS);
      for (int i = 0; i < events.size(); i++) {
        if (i == at || i > at && i % 17 == 0) {
          bench.restart(now, RulesAdoption.NEWEST);
        }
        DecidedTurn turn = bench.take(LANE, events.get(i));
        assertThat(turn.faults()).as("seed %d, event %d", seed, i).isEmpty();
        if (turn.entry().kind() == TurnEntry.Kind.UNREADABLE) {
          continue; // it is decided by no rules
        }
        int rules = turn.entry().rules();
        assertThat(rules).as("seed %d, event %d", seed, i).isEqualTo(i < at ? 2 : 3);
        behind +=
            i > at && ((ChunksState) bench.lane(LANE).state()).standing().generation() > 0 ? 1 : 0;
      }
    }
    assertThat(behind).as("turns with a generation behind them").isGreaterThan(SEEDS);
  }

  private LanesInMemory byRules2() {
    LanesInMemory bench = new LanesInMemory(now);
    bench.restart(now, FORMER);
    return bench;
  }

  /** Rules 2 counted copies, and so made a generation that rules 3 would refuse. */
  @Test
  void whatRules2PlacedStaysPlaced() {
    LanesInMemory bench = byRules2();
    send(
        bench,
        0,
        LoneNetwork.policy()
            .setOrder(PlacementOrder.SEED)
            .setSaturation(0.8)
            .setMinReplication(1)
            .setIgnoreReliability(true)
            .setWeights(Map.of("b", 2.0))
            .setSegments(Map.of("a", List.of(new DatasetSegment(0L, 1.0, "2.8.0"))))
            .build());
    for (int worker = 0; worker < 4; worker++) {
      String version = worker < 2 ? "2.8.0" : "2.7.0";
      SpecificRecord ping =
          LoneNetwork.ping(worker).setCapacityBytes(2000).setVersion(version).build();
      send(bench, 0, ping);
    }
    send(bench, 0, listing("a", 1));
    send(bench, 0, listing("b", 2));
    Object made = send(bench, 60_000, LoneNetwork.policy().build()).get(0);
    assertThat(made).isInstanceOf(NetworkStatus.class);

    bench.restart(now, RulesAdoption.NEWEST);
    send(bench, 60_001, LoneNetwork.policy().setMinVersion("2.0.0").build());
    assertThat(bench.lane(LANE).cursor().rules()).isEqualTo(3);
    assertThat(((ChunksState) bench.lane(LANE).state()).standing().generation()).isOne();
    assertThat(((ChunksState) bench.lane(LANE).state()).live().size()).isEqualTo(3);
    send(bench, 60_002, LoneNetwork.ping(5).setCapacityBytes(10).setVersion("2.7.0").build());
    assertThat(send(bench, 70_000, LoneNetwork.policy().build()))
        .as("it goes on, and the next is refused")
        .hasAtLeastOneElementOfType(GenerationRefused.class);
    assertThat(((ChunksState) bench.lane(LANE).state()).live().size()).isEqualTo(3);
  }

  /** What rules 2 read in it counts until the worker's next ping. */
  @Test
  void aVersionIsReadByRules3WithTheNextPing() {
    LanesInMemory bench = byRules2();
    send(bench, 0, LoneNetwork.policy().setMinVersion("2.6.0-rc.00").build());
    SpecificRecord ping = LoneNetwork.ping(0).setVersion("2.6.0-rc.01").build();
    assertThat(status(send(bench, 1, ping))).isEqualTo(Reliability.ONLINE);
    bench.restart(now, RulesAdoption.NEWEST);
    send(bench, 2, listing("a", 1));
    WorkerNode node = ((ChunksState) bench.lane(LANE).state()).nodes().get(LoneNetwork.peer(0));
    assertThat(node.heard().version()).hasToString("2.6.0-rc.01");
    assertThat(status(send(bench, 3, ping))).isEqualTo(Reliability.UNSUPPORTED_VERSION);
    bench.restart();
    assertThat(send(bench, 4, ping)).isEmpty();
  }

  /** Rules 2 pass over what they do not know. Rules 3 begin with each worker's last ping. */
  @Test
  void uptimeAndMarksBeginWithRules3() {
    LanesInMemory bench = byRules2();
    String worker = LoneNetwork.peer(0);
    WorkerMark mark = new WorkerMark(worker, "slow", 1_000_000L);
    ChunkPolicy asked =
        LoneNetwork.policy().setMinUptime(0.9).setUptimeWindowMs(600_000L).setMark(mark).build();
    send(bench, 0, asked);
    assertThat(status(send(bench, 1, LoneNetwork.ping(0).build()))).isEqualTo(Reliability.ONLINE);
    bench.restart(now, RulesAdoption.NEWEST);
    send(bench, 200_000, listing("a", 1));
    assertThat(bench.lane(LANE).cursor().rules()).isEqualTo(3);
    assertThat(((ChunksState) bench.lane(LANE).state()).marks().all()).isEmpty();
    assertThat(((ChunksState) bench.lane(LANE).state()).policy().uptime())
        .isEqualTo(UptimeTerms.DEFAULT);
    WorkerNode adopted = ((ChunksState) bench.lane(LANE).state()).nodes().get(worker);
    assertThat(adopted.heard().uptime()).isNull();
    assertThat(adopted.status()).isEqualTo(WorkerStatus.ONLINE);

    ChunkPolicy uptime = ChunkPolicy.newBuilder(asked).setMark(null).build();
    assertThat(outcome(send(bench, 300_000, uptime)).getDetail())
        .isEqualTo(
            "its pings cover less than 0.9 of the last 600000 ms: 7 of 31 parts; enough at"
                + " 1970-01-01T00:13:50Z at the earliest, if it pings on");
    bench.restart();
    assertThat(outcome(send(bench, 300_001, asked)).getDetail())
        .isEqualTo("marked: slow; until 1970-01-01T00:16:40Z");
    bench.restart();
    for (long at = 310_000; at < 830_000; at += 10_000) {
      send(bench, at, LoneNetwork.ping(0).build());
    }
    List<Object> ended = send(bench, 1_000_000, LoneNetwork.ping(0).build());
    assertThat(status(ended)).as("it was silent at last").isEqualTo(Reliability.LOW_UPTIME);
  }

  private static WorkerOutcome outcome(List<Object> events) {
    return events.stream()
        .filter(WorkerOutcome.class::isInstance)
        .map(WorkerOutcome.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static ChunkListing listing(String dataset, int chunks) {
    return ChunkListing.newBuilder()
        .setNetwork(LANE)
        .setDataset(dataset)
        .setAdded(
            IntStream.range(0, chunks).mapToObj(i -> new ListedChunk(dataset + i, 1000L)).toList())
        .build();
  }

  private static Reliability status(List<Object> events) {
    return ((WorkerOutcome) events.get(0)).getStatus();
  }

  private static List<Object> send(LanesInMemory bench, long atMillis, SpecificRecord record) {
    String topic =
        record instanceof ChunkListing
            ? ChunksWire.LISTINGS
            : record instanceof WorkerPing ? ChunksWire.PINGS : ChunksWire.POLICIES;
    return bench.take(LANE, new Traffic.Event(topic, atMillis, record)).published().stream()
        .map(output -> output.record())
        .filter(NetworkOutcome.class::isInstance)
        .map(outcome -> ((NetworkOutcome) outcome).getEvent())
        .toList();
  }
}
