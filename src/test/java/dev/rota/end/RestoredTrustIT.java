package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.TurnHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was signed of the former cluster holds for the restored one: kept checkpoints where the
 * ledger's beginning is trimmed, a notary's log, a proof.
 */
class RestoredTrustIT {
  private static final BotsDomain BOTS = new BotsDomain();

  @TempDir private Path dir;

  /** Of former clusters, whose signatures count. */
  private String clusters = "";

  @Test
  void aTrimmedLedgerGoesOnAndItsNotaryToo() throws Exception {
    PastTraffic traffic = new PastTraffic(DomainTraffic.of(BOTS), 4, 400);
    PastTraffic later = new PastTraffic(DomainTraffic.of(BOTS), 5, 400);
    try (DomainCluster former = new DomainCluster(BOTS, 1)) {
      decide(former, "former", traffic.begin(former, "north", List.of("east")));
      decide(former, "former", traffic.end(former)); // another page: the one before can be trimmed
      String policy = signAndTrim(former);
      rota(0, former, "backup", "bots", file("backup"));
      String id = id(former);

      TestCluster bare = TestCluster.start();
      try (DomainCluster restored = restored(bare)) {
        assertThat(begin(restored)).isPositive().isEqualTo(begin(former));
        rota(0, restored, "ledger", "take", "bots", "--from", "rota", "--yes");
        assertThat(rota(0, restored, "verify", file("a.proof"), "--policy", policy))
            .contains("VERIFIED");
        String[] audit = {"audit", "bots", "--policy", policy, "--log", file("log")};
        assertThat(rota(1, restored, audit)).contains("UNPROVED", "'checkpoint.clusters'", id);
        clusters = id;
        assertThat(rota(5, restored, audit))
            .contains("PROVED", "signed by auditor.example/a1, kept on another cluster, " + id);

        long more = later.begin(restored, "south", List.of("west"));
        decide(restored, "new", traffic.sent() + more);
        sign(restored);
        assertThat(rota(5, restored, audit)).contains("PROVED");
        assertThat(rota(5, restored, "audit", "bots", "--since", "now")).contains("PROVED");
      }
    }
  }

  /** The topics are there: nothing is created. */
  private DomainCluster restored(TestCluster bare) {
    CommandLine ran =
        CommandLine.run(
            Map.of("ROTA_HOME", file("home")),
            "",
            "restore",
            "bots",
            file("backup"),
            "-b",
            bare.bootstrap(),
            "--registry",
            bare.registryUrl());
    assertThat(ran.exit()).as(ran.err()).isZero();
    return new DomainCluster(BOTS, 1, bare);
  }

  private void decide(DomainCluster cluster, String state, long inputs) throws Exception {
    List<String> topics = BOTS.wire().inputs().stream().map(one -> one.topic()).toList();
    cluster.decide(
        dir.resolve(state),
        1,
        () -> {
          long waiting = topics.stream().mapToLong(topic -> cluster.committed(topic).size()).sum();
          return waiting >= inputs && offsets(cluster) >= waiting;
        });
  }

  private static String id(DomainCluster cluster) throws Exception {
    try (var admin = cluster.admin()) {
      return admin.describeCluster().clusterId().get();
    }
  }

  /** How many inputs the group has behind it: the ledger's beginning may be gone. */
  private static long offsets(DomainCluster cluster) throws Exception {
    try (var admin = cluster.admin()) {
      return admin
          .listConsumerGroupOffsets("rota-bots")
          .partitionsToOffsetAndMetadata()
          .get()
          .entrySet()
          .stream()
          .filter(one -> !one.getKey().topic().equals("bots-time"))
          .mapToLong(one -> one.getValue().offset())
          .sum();
    }
  }

  private String signAndTrim(DomainCluster former) throws Exception {
    String notary = rota(0, former, "keys", "new", "acme.example/test", file("notary.key")).strip();
    String auditor =
        rota(0, former, "keys", "new", "auditor.example/a1", file("a1.key"), "--auditor").strip();
    Path policy =
        Files.writeString(
            dir.resolve("policy"),
            "log %s\nwitness auditor %s\nquorum auditor\n".formatted(notary, auditor));
    sign(former);
    String[] keep = {
      "audit",
      "bots",
      "--keep",
      "--key",
      file("a1.key"),
      "--policy",
      policy.toString(),
      "--log",
      file("log")
    };
    rota(0, former, keep);
    var records = former.committed("bots-outcomes");
    byte[] turn = records.get(records.size() - 1).headers().lastHeader(TurnHeaders.TURN).value();
    String proof = rota(0, former, "prove", "bots", new String(turn, UTF_8), "--log", file("log"));
    Files.writeString(dir.resolve("a.proof"), proof);
    rota(0, former, "ledger", "trim", "bots", "--policy", policy.toString(), "--yes");
    return policy.toString();
  }

  private void sign(DomainCluster cluster) {
    rota(
        0,
        cluster,
        "notary",
        "--domains",
        "bots",
        "--key",
        file("notary.key"),
        "--dir",
        file("log"),
        "--once");
  }

  private static long begin(DomainCluster cluster) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(cluster.kafka())) {
      return reader.begin(new TopicPartition("bots-ledger", 0));
    }
  }

  private String file(String name) {
    return dir.resolve(name).toString();
  }

  private String rota(int exit, DomainCluster cluster, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    if (!List.of("keys", "verify").contains(words[0])) {
      all.addAll(List.of("-b", cluster.bootstrap()));
    }
    if (List.of("audit", "backup").contains(words[0])) {
      all.addAll(List.of("--registry", cluster.registry()));
    }
    CommandLine ran =
        CommandLine.run(
            Map.of("ROTA_HOME", file("home"), "ROTA_CHECKPOINT_CLUSTERS", clusters),
            "",
            all.toArray(new String[0]));
    assertThat(ran.exit()).as(all + ": " + ran.out() + ran.err()).isEqualTo(exit);
    return ran.out();
  }
}
