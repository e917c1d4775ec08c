package dev.rota.serving.serve;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.app.Ran.rota;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.http.HealthEndpoints.Standing;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.health.ClusterFacts;
import dev.rota.road.health.DiskRoom;
import dev.rota.road.health.DiskWatch;
import dev.rota.road.health.FakeDisk;
import dev.rota.road.health.HealthTrouble;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.health.PartitionOwner;
import dev.rota.road.health.WaitingInputs;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.serving.metrics.AlertRule;
import dev.rota.serving.metrics.MetricsEndpoint;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each cause, as HTTP, {@code top} and the alerts tell it: the same, since when, and what to do.
 */
final class IncidentsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Path RUNBOOKS = Path.of("docs/runbooks");
  private static final PartitionOwner MEMBER =
      new PartitionOwner(PartitionOwner.Kind.MEMBER, "engine-1 at 10.0.0.7");
  private static final PartitionOwner NOBODY =
      new PartitionOwner(PartitionOwner.Kind.NOBODY, "the group has no member");
  private static final PartitionOwner ELSEWHERE =
      new PartitionOwner(PartitionOwner.Kind.ELSEWHERE, "the ledger has other inputs");
  private static final long DISK_BYTES = 100L << 30;

  private final long start = System.currentTimeMillis();
  private final Map<Cause, Consumer<IncidentsTest>> strikes = new EnumMap<>(Cause.class);
  private final FakeDisk disk = new FakeDisk(DISK_BYTES, DISK_BYTES / 2);
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final Book book = new Book(new FragileAlarms().domain());
  private final LedgerLogs logs;
  private volatile boolean blocks;
  private volatile ClusterFacts facts = facts(WaitingInputs.NONE, null, 0, MEMBER, 0);
  private volatile long asOf;
  private volatile PartitionCondition opening;
  private LiveDomain live;
  private LiveServer server;

  IncidentsTest() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300_000));
    book.take(SETTINGS, "work", 10, set("work", "tea", 300_000));
    logs = new LedgerLogs("alarms", book.pages(1));
    WaitingInputs three = new WaitingInputs(3, start - 40_000, false);
    strikes.put(Cause.NOT_PROVED, at -> at.logs.append(new byte[] {1, 2, 3}));
    strikes.put(Cause.NOT_READ, at -> at.logs.away(true));
    strikes.put(Cause.NOT_HEARD, at -> at.asOf = start - 9_000);
    strikes.put(Cause.DISK_FULL, at -> at.disk.free(1 << 20));
    strikes.put(Cause.NOT_DECIDED, at -> at.facts = facts(three, null, 0, NOBODY, 0));
    strikes.put(Cause.STANDS, at -> at.facts = facts(three, null, start - 31_000, MEMBER, 0));
    strikes.put(Cause.LANE_SET_ASIDE, IncidentsTest::poison);
    strikes.put(Cause.HELD, at -> at.facts = facts(three, null, 0, MEMBER, start - 60_000));
    strikes.put(Cause.OTHER_GROUP, at -> at.facts = facts(null, null, 0, ELSEWHERE, 0));
    strikes.put(
        Cause.OPENS,
        at -> at.opening = new PartitionCondition(Cause.OPENS, "5 of 60 are done", start - 3_000));
    strikes.put(Cause.CATCHES_UP, at -> at.blocks = true);
    strikes.put(Cause.NO_ENGINE, at -> at.facts = facts(WaitingInputs.NONE, null, 0, NOBODY, 0));
    strikes.put(Cause.DISK_FILLS, at -> at.disk.free(1 << 30));
    strikes.put(Cause.DEAD_LETTERS, IncidentsTest::garble);
    strikes.put(Cause.BACKLOG, at -> at.facts = facts(three, null, 0, MEMBER, 0));
    strikes.put(Cause.BEHIND, at -> at.logs.promise(1));
    strikes.put(Cause.NOT_ALLOWED, at -> at.facts = facts(null, "may not", 0, MEMBER, 0));
    strikes.put(Cause.WELL, _ -> {});
  }

  private ClusterFacts facts(
      WaitingInputs waiting, String unknown, long stands, PartitionOwner owner, long held) {
    long unknownSince = unknown == null ? 0 : start - 8_000;
    return new ClusterFacts(
        waiting,
        new HealthTrouble(unknown, unknownSince),
        stands,
        owner,
        start - 7_000,
        held,
        start,
        HealthTrouble.NONE);
  }

  /** Kafka answers, unless it is said not to. */
  private ClusterFacts now() {
    ClusterFacts said = facts;
    return new ClusterFacts(
        said.waiting(),
        said.unknown(),
        said.standsSince(),
        said.owner(),
        said.ownerSince(),
        said.heldSince(),
        asOf == 0 ? System.currentTimeMillis() : asOf,
        said.trouble());
  }

  private void poison() {
    book.restart();
    int before = book.pages(1).size();
    book.take(SETTINGS, "home", 100, set("home", "egg", 5));
    appendFrom(before);
  }

  private void garble() {
    int before = book.pages(1).size();
    book.unreadable(SETTINGS, "~0", 100, new byte[] {9});
    appendFrom(before);
  }

  private void appendFrom(int before) {
    List<byte[]> pages = book.pages(1);
    pages.subList(before, pages.size()).forEach(logs::append);
  }

  /** The follower of such a world, on a port. */
  private void open(Cause cause) throws IOException {
    if (cause == Cause.CATCHES_UP) {
      strike(cause);
    }
    live =
        LiveDomain.start(
            new FragileAlarms().domain(), this::unblocked, CheckpointChoice.BEGINNING, Set.of());
    live.beside(_ -> now());
    DiskWatch watch = new DiskWatch(Path.of("state"), disk::at, System::currentTimeMillis);
    live.decidedBy(_ -> opening == null ? List.of(watch.look()) : List.of(watch.look(), opening));
    server = LiveServer.start(List.of(live), ServerAccess.local(0));
    if (cause != Cause.CATCHES_UP) {
      await().until(() -> live.standings().get(0).caughtUp());
      strike(cause);
    }
  }

  private void strike(Cause cause) {
    strikes.get(cause).accept(this);
  }

  /** Its thread waits for the ledger; whoever starts it does not. */
  private LedgerLogs unblocked() {
    if (blocks && Thread.currentThread().getName().startsWith("follow-")) {
      try {
        blocked.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    return logs;
  }

  @AfterEach
  void close() {
    blocked.countDown();
    if (server != null) {
      server.close();
      live.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void eachCauseIsToldEverywhereWithSinceNextAndRunbook(Cause cause) throws Exception {
    open(cause);
    Set<String> causes = cause == Cause.LANE_SET_ASIDE ? Set.of("DEAD_LETTERS") : Set.of();
    Set<String> wanted = new TreeSet<>(causes);
    if (cause != Cause.WELL) {
      wanted.add(cause.name());
    }
    await().until(() -> causes(findings()).equals(wanted));

    JsonNode findings = findings();
    for (JsonNode one : findings) {
      assertThat(Instant.parse(one.path("since").asText()))
          .as(one.toString())
          .isBeforeOrEqualTo(Instant.now())
          .isAfter(Instant.ofEpochMilli(start).minusSeconds(61));
      assertThat(one.path("next").asText()).endsWith(": '" + one.path("command").asText() + "'");
      assertThat(one.path("runbook").asText())
          .isEqualTo(Cause.valueOf(one.path("cause").asText()).runbook());
      assertThat(one.path("rank").asInt())
          .isEqualTo(Cause.valueOf(one.path("cause").asText()).rank());
      assertThat(one.at("/partitions/0").asInt(-1)).isZero();
    }
    assertThat(fields(json("/status").at("/domains/0/findings"))).isEqualTo(fields(findings));
    assertThat(fields(json("/readyz").path("findings"))).isEqualTo(fields(findings));
    JsonNode top = JSON.readTree(rota("top", "-o", "json", "--url", server.url()).out());
    assertThat(fields(top.at("/domains/0/health/findings"))).isEqualTo(fields(findings));
    // A small screen leaves out words of a long step.
    Map<String, String> large = Map.of("COLUMNS", "400", "LINES", "100");
    String screen = rota(large, "", "top", "--once", "--url", server.url()).out();
    for (JsonNode one : findings) {
      assertThat(screen).contains(one.path("next").asText(), " " + firstWords(one));
    }
    assertThat(screen.contains("!!") || screen.contains("--") || screen.contains("??"))
        .isEqualTo(cause != Cause.WELL);
    assertThat(firing())
        .as("alerts fire about what is found, and about nothing else")
        .isEqualTo(
            wanted.stream()
                .map(one -> Cause.valueOf(one).runbook())
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** What does not count on. */
  private static String firstWords(JsonNode finding) {
    return finding.path("text").asText().split(", the (?:oldest|last)| for \\d", 2)[0];
  }

  private static Set<String> causes(JsonNode findings) {
    Set<String> causes = new TreeSet<>();
    findings.forEach(one -> causes.add(one.path("cause").asText()));
    return causes;
  }

  /** Findings without what counts on. */
  private static Map<String, String> fields(JsonNode findings) {
    Map<String, String> fields = new TreeMap<>();
    for (JsonNode one : findings) {
      Map<String, String> told = new TreeMap<>();
      one.properties().forEach(field -> told.put(field.getKey(), field.getValue().toString()));
      told.put("text", firstWords(one));
      fields.put(one.path("cause").asText(), told.toString());
    }
    return fields;
  }

  /** Of the alerts that a cause has. */
  private Set<String> firing() throws Exception {
    String metrics = get("/metrics");
    DiskRoom room = DiskRoom.of(Path.of("state"), disk);
    DomainStatus status =
        new DomainStatus(
            1,
            List.of(),
            List.of(),
            0,
            new TreeMap<>(),
            List.of(),
            List.of(),
            room.freeBytes(),
            room.cause().name());
    Standing standing =
        new Standing("alarms", KafkaStreams.State.RUNNING, true, 0, null, List.of(), status);
    Set<String> firing = new TreeSet<>();
    try (MetricsEndpoint engine =
        MetricsEndpoint.ofEngine(() -> List.of(standing), Map.of(), false)) {
      String both = metrics + new String(engine.scrape().body(), UTF_8);
      Map<String, AlertRule> rules = AlertRule.all();
      for (Cause one : Cause.values()) {
        if (one != Cause.WELL && rules.get(one.runbook()).fires(both)) {
          firing.add(one.runbook());
        }
      }
    }
    return firing;
  }

  @Test
  void causesRunbooksAndAlertsAreOneToOne() throws IOException {
    Map<String, AlertRule> rules = AlertRule.all();
    List<String> runbooks =
        Arrays.stream(Cause.values()).filter(one -> one != Cause.WELL).map(Cause::runbook).toList();
    assertThat(runbooks).doesNotHaveDuplicates().doesNotContainNull();
    assertThat(rules.keySet()).containsAll(runbooks);
    assertThat(Cause.WELL.runbook()).isNull();
    for (String one : runbooks) {
      assertThat(RUNBOOKS.resolve(one + ".md")).isRegularFile();
    }
    Set<String> watched =
        rules.entrySet().stream()
            .filter(one -> "cause".equals(one.getValue().label()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertThat(runbooks).as("an alert about a cause is that cause's").containsAll(watched);
    rules.forEach(
        (name, rule) -> {
          if ("cause".equals(rule.label())) {
            assertThat(Cause.valueOf(rule.value()).runbook()).isEqualTo(name);
          }
        });
  }

  @Test
  void theRunbookOfAFindingIsServed() throws Exception {
    open(Cause.DISK_FULL);
    String page = get("/docs/runbooks/" + findings().at("/0/runbook").asText() + ".md");
    assertThat(page).isEqualTo(Files.readString(RUNBOOKS.resolve("RotaDiskFull.md")));
    assertThat(get("/docs/runbooks/%2e%2e/rules/bots.md")).contains("\"status\":404");
    assertThat(get("/docs/runbooks/nothing.txt")).contains("\"status\":404");
  }

  @Test
  void theStatusNamesTheLanesThatAreSetAside() throws Exception {
    open(Cause.LANE_SET_ASIDE);
    await().until(() -> causes(findings()).contains("LANE_SET_ASIDE"));
    JsonNode health = json("/status").at("/domains/0/partitions/0/health");
    assertThat(health.path("lanesSetAside").asInt()).isEqualTo(1);
    assertThat(health.at("/setAside/0/lane").asText()).isEqualTo("home");
    assertThat(health.at("/setAside/0/afterTurn").asInt()).isEqualTo(1);
    assertThat(health.at("/setAside/0/since").isTextual()).isTrue();
    assertThat(findings().at("/0/text").asText()).contains("lane home after turn 1: ");
  }

  @Test
  void whatIsOverIsTold() throws Exception {
    open(Cause.DISK_FULL);
    await().until(() -> causes(findings()).equals(Set.of("DISK_FULL")));
    Instant full = Instant.parse(findings().at("/0/since").asText());
    disk.free(1 << 30);
    await().until(() -> causes(findings()).equals(Set.of("DISK_FILLS")));
    assertThat(Instant.parse(findings().at("/0/since").asText())).isAfter(full);
    disk.free(DISK_BYTES / 2);
    await().until(() -> findings().isEmpty());
    logs.away(true);
    await().until(() -> causes(findings()).equals(Set.of("NOT_READ")));
    logs.away(false);
    await().until(() -> findings().isEmpty());
  }

  @Test
  void aDifferenceDoesNotHideAnEngineThatIsGone() throws Exception {
    open(Cause.NOT_PROVED);
    await().until(() -> causes(findings()).equals(Set.of("NOT_PROVED")));
    assertThat(json("/readyz").path("ready").asBoolean())
        .as("whoever asks for the difference must get it")
        .isTrue();
    strike(Cause.NOT_DECIDED);
    await().until(() -> causes(findings()).equals(Set.of("NOT_DECIDED", "NOT_PROVED")));
    assertThat(json("/readyz").path("ready").asBoolean()).isFalse();
  }

  @Test
  void aDifferenceThatWasThereBeforeCountsFromItsRecord() throws Exception {
    Book other = new Book(new FragileAlarms().domain());
    other.take(SETTINGS, "work", start - 600_000, set("work", "tea", 300_000));
    other.take(SETTINGS, "work", start - 300_000, set("work", "egg", 300_000));
    logs.append(other.pages(1).get(1)); // its seal is over another page
    open(Cause.WELL);
    await().until(() -> causes(findings()).equals(Set.of("NOT_PROVED")));
    assertThat(Instant.parse(findings().at("/0/since").asText()).toEpochMilli())
        .isEqualTo(start - 300_000);
  }

  private JsonNode findings() throws Exception {
    return json("/v1/domains").at("/domains/0/health/findings");
  }

  private JsonNode json(String path) throws Exception {
    return JSON.readTree(get(path));
  }

  private String get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Patience.MAX).build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
