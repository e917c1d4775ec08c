package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.CoresDomain;
import dev.rota.faults.Evidence.Turn;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Topics that an operator changes under an engine (F26): it ends by itself and says how to mend
 * them, it does not start before they are mended, and every input is decided once. Lost rows are
 * rebuilt by the next start.
 */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class TopicFaultsIT {
  private static final CoresDomain CORES = new CoresDomain();
  private static final int PARTITIONS = 2;
  private static final int UNFIT = 78;
  private static final int SOME = 100;
  private static final Path REPORT = Path.of("target", "faults.txt");

  @TempDir private Path home;

  private TestCluster cluster;
  private Admin admin;
  private SteadyProducer producer;
  private Observer observer;

  /** What happens to a topic, and the words that mend it. */
  enum Harm {
    RETENTION_LIMITED(
        "retention.ms=60000", "--entity-name cores-ledger --add-config retention.ms=-1"),
    LEDGER_COMPACTED(
        "cleanup.policy=compact", "--entity-name cores-ledger --add-config cleanup.policy=delete"),
    INPUT_DELETED("the topic claims", "rota topics create --domains cores"),
    ROWS_DELETED("rota-cores-cores-rows-changelog", "rebuilt from the ledger"),
    PARTITIONS_ADDED("the topic", "rota topics create --domains cores");

    private final String what;
    private final String remedy;

    Harm(String what, String remedy) {
      this.what = what;
      this.remedy = remedy;
    }

    /** Else the producer itself would be at a loss, and stops before. */
    boolean isMendable() {
      return this != INPUT_DELETED && this != PARTITIONS_ADDED;
    }

    /** Whether the next start mends it. */
    boolean isMendedByItself() {
      return this == ROWS_DELETED;
    }

    void happen(Admin admin) throws Exception {
      switch (this) {
        case RETENTION_LIMITED -> set(admin, "retention.ms", "60000");
        case LEDGER_COMPACTED -> set(admin, "cleanup.policy", "compact");
        case INPUT_DELETED -> admin.deleteTopics(List.of("claims")).all().get();
        case ROWS_DELETED ->
            admin.deleteTopics(List.of("rota-cores-cores-rows-changelog")).all().get();
        case PARTITIONS_ADDED ->
            admin.createPartitions(Map.of("claims", NewPartitions.increaseTo(4))).all().get();
      }
    }

    void mend(Admin admin) throws Exception {
      set(admin, "retention.ms", "-1");
      set(admin, "cleanup.policy", "delete");
    }

    private static void set(Admin admin, String setting, String value) throws Exception {
      ConfigResource ledger =
          new ConfigResource(ConfigResource.Type.TOPIC, RequiredTopics.ledger(CORES.name()));
      AlterConfigOp change =
          new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
      admin.incrementalAlterConfigs(Map.of(ledger, List.of(change))).all().get();
    }
  }

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    admin = Admin.create(kafka());
    MissingTopics.create(admin, RequiredTopics.of(CORES), PARTITIONS, (short) 1);
    producer = new SteadyProducer(cluster.bootstrap(), cluster.registryUrl(), PARTITIONS);
    observer = new Observer(cluster.bootstrap(), cluster.registryUrl(), CORES, PARTITIONS);
  }

  @AfterEach
  void stop() {
    producer.close();
    observer.close();
    admin.close(Duration.ZERO);
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource
  void f26ATopicThatIsNotAsItMustBeStopsTheEngineAndLosesNothing(Harm harm) throws Exception {
    producer.flow();
    long millis;
    try (EngineProcess engine = engine().ready()) {
      await().until(() -> decided() > SOME);
      Set<String> before = harm.isMendable() ? Set.of() : producer.stop();
      await().until(() -> decidedSources().containsAll(before));
      long since = System.nanoTime();
      harm.happen(admin);
      await().until(() -> !engine.alive());
      millis = (System.nanoTime() - since) / 1_000_000;
      assertThat(engine.exit()).as(engine.errors()).isEqualTo(UNFIT);
      assertThat(engine.errors()).contains(harm.what, harm.remedy);
    }
    if (!harm.isMendedByItself()) {
      try (EngineProcess again = engine()) {
        assertThat(again.exit()).as(again.errors()).isEqualTo(UNFIT);
      }
    }
    Set<String> accepted = producer.stop();
    if (harm.isMendable()) {
      harm.mend(admin);
      try (EngineProcess mended = engine().ready()) {
        await().until(() -> decidedSources().containsAll(accepted));
        assertThat(mended.terminate()).isEqualTo(143);
      }
      AuditReport report = audit();
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
    }
    tell(harm, millis, accepted);
  }

  /** What was accepted and not decided still waits, unless the fault itself took it away. */
  private void tell(Harm harm, long millis, Set<String> accepted) throws IOException {
    List<String> sources =
        observer.turns().stream().map(Turn::source).filter(Objects::nonNull).toList();
    Set<String> decided = new HashSet<>(sources);
    int doubled = sources.size() - decided.size();
    long waiting = accepted.stream().filter(one -> !decided.contains(one)).count();
    String line =
        "F26  %-20s stopped after %5d ms; inputs %d, decided %d, waiting %d, doubled %d%n"
            .formatted(harm, millis, accepted.size(), decided.size(), waiting, doubled);
    System.out.print(line);
    Files.writeString(REPORT, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    assertThat(accepted).containsAll(decided);
    assertThat(doubled).isZero();
    assertThat(waiting).isZero();
  }

  private long decided() {
    return Arrays.stream(observer.counts()).sum();
  }

  private Set<String> decidedSources() {
    Set<String> sources = new HashSet<>();
    observer.turns().forEach(turn -> sources.add(turn.source()));
    return sources;
  }

  private EngineProcess engine() throws IOException {
    return EngineProcess.start(
        cluster.bootstrap(), cluster.registryUrl(), home.resolve("state"), Map.of());
  }

  private AuditReport audit() throws InterruptedException {
    try (var audit = new DomainAudit(CORES, kafka())) {
      return audit.run(1);
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
